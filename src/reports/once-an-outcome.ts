import type { Outcome } from './report.ts'

/** Works out once what several reports of one outcome show. */
export function onceAnOutcome<T>(make: (outcome: Outcome) => T): (outcome: Outcome) => T {
  const known = new WeakMap<Outcome, { readonly made: T }>()
  return (outcome) => {
    const found = known.get(outcome) ?? { made: make(outcome) }
    known.set(outcome, found)
    return found.made
  }
}
