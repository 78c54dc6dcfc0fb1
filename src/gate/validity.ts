import type { Comparison } from '../comparison/comparison.ts'
import { count } from '../numbers.ts'
import type { GateInput } from './gate-input.ts'

/** Smallest share of the baseline's queries that must still be there. */
const LEAST_SHARED = 0.8
/** Largest share of the judgments that may be impossible to put to the base. */
const MOST_UNMAPPED = 0.1

/** Why this run cannot be decided at all, whatever the rules say; empty where it can. */
export function invalidReasons(input: GateInput, gated: readonly string[]): string[] {
  const { comparison } = input
  if (comparison === null) return erroredStrategies(input)
  return [...erroredStrategies(input), ...incomparable(comparison), ...crippledBaseline(comparison, gated)]
}

function erroredStrategies({ head, maxErrors }: GateInput): string[] {
  return Object.entries(head.strategies).flatMap(([name, { errors }]) => {
    const [first] = Object.entries(errors)
    const erred = Object.keys(errors).length
    if (first === undefined || erred <= maxErrors) return []
    return [`${name} erred on ${count(erred, 'question')} (maxErrors is ${maxErrors}); ${first[0]}: ${first[1]}`]
  })
}

function incomparable({ queries, uncarried, carriedTotal, missingStrategies }: Comparison): string[] {
  const reasons: string[] = []
  const { baseTotal, shared } = queries
  if (shared.length < LEAST_SHARED * baseTotal) {
    const compared = `${few(shared.length)} of the baseline's ${count(baseTotal, 'question')}`
    reasons.push(`${compared} can be compared; 80 % must`)
  }
  const unmapped = uncarried.filter((target) => target.reason === 'unmapped').length
  if (unmapped > MOST_UNMAPPED * carriedTotal) {
    reasons.push(`${unmapped} of ${carriedTotal} expected answers cannot be found in the baseline's files; 10 % may`)
  }
  for (const name of missingStrategies) {
    reasons.push(`strategy ${name} is in the baseline only: add it again, or say \`renamedFrom: ${name}\``)
  }
  return reasons
}

/** Questions that erred leave both sides; what is left must still stand for the baseline. */
function crippledBaseline({ queries, strategies }: Comparison, gated: readonly string[]): string[] {
  return strategies
    .filter(({ strategy }) => gated.includes(strategy))
    .filter(({ erred }) => erred.length > 0 && queries.shared.length - erred.length < LEAST_SHARED * queries.baseTotal)
    .map(({ strategy, erred }) => {
      const left = queries.shared.length - erred.length
      const counted = count(queries.baseTotal, 'question')
      const answered = `${few(left)} of the baseline's ${counted} without an error on both sides`
      return `${strategy} answered ${answered} (${erred.length} erred); 80 % must be`
    })
}

function few(number: number): string {
  return number <= 0 ? 'none' : `only ${number}`
}
