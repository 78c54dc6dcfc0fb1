import { compareCodeUnits } from '../code-units.ts'
import type { Document } from '../model.ts'
import { count } from '../numbers.ts'

/** So many documents are named. */
const NAMED = 3

/** The documents that were not cut as asked, by why; each counts once, under however many chunkings. */
export class Notices {
  readonly #documents = new Map<string, Set<string>>()

  readonly add = ({ id }: Pick<Document, 'id'>, reason: string): void => {
    const known = this.#documents.get(reason) ?? new Set()
    this.#documents.set(reason, known.add(id))
  }

  /** One sentence a reason, in code-unit order. */
  sentences(): string[] {
    const reasons = [...this.#documents].sort(([a], [b]) => compareCodeUnits(a, b))
    return reasons.map(([reason, ids]) => sentence(reason, [...ids].sort(compareCodeUnits)))
  }
}

function sentence(reason: string, ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''
  return `${count(ids.length, 'document')} ${reason}: ${ids.slice(0, NAMED).join(', ')}${more}.`
}
