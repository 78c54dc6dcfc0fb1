import { count } from '../../numbers.ts'
import type { Remarks } from './to-ranking.ts'

interface Answered {
  readonly k: number
  readonly remarks: Remarks
}

/** So many hits are named. */
const NAMED = 3

/** What was odd about a strategy's answers, over all questions: a question counts once, however often it was asked. */
export class Tally {
  readonly #answers = new Map<string, Answered>()

  add(question: string, k: number, remarks: Remarks): void {
    const known = this.#answers.get(question)
    // Questions are asked again for their latency, and then for fewer hits at most.
    if (known === undefined || known.k <= k) this.#answers.set(question, { k, remarks })
  }

  /** One sentence for each kind of oddity. */
  sentences(strategy: string): string[] {
    const answers = [...this.#answers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, answer]) => answer)
    const all = [nothing(answers), outside(answers), duplicates(answers), tooMany(answers), scoreless(answers)]
    return all.filter((sentence) => sentence !== undefined).map((sentence) => `${strategy}: ${sentence}`)
  }
}

type Answers = readonly Answered[]

/** Every question in vain: an index that is empty, or a query that never matches, rather than a bad search. */
function nothing(answers: Answers): string | undefined {
  if (answers.length < 2 || answers.some(({ remarks }) => remarks.received > 0)) return undefined
  return `found nothing for any of ${answers.length} questions.`
}

function outside(answers: Answers): string | undefined {
  const having = answers.filter(({ remarks }) => remarks.outside.length > 0)
  if (having.length === 0) return undefined
  const ids = [...new Set(having.flatMap(({ remarks }) => remarks.outside))]
  const named = `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? `, and ${ids.length - NAMED} more` : ''}`
  const hits = having.reduce((sum, { remarks }) => sum + remarks.outside.length, 0)
  const stand =
    hits === 1 ? 'maps to nothing in the knowledge base and counts' : 'map to nothing in the knowledge base and count'
  return `${count(hits, 'hit')} of ${count(having.length, 'question')} ${stand} as not relevant: ${named}.`
}

function duplicates(answers: Answers): string | undefined {
  const having = answers.filter(({ remarks }) => remarks.duplicates > 0)
  if (having.length === 0) return undefined
  const hits = having.reduce((sum, { remarks }) => sum + remarks.duplicates, 0)
  return `${count(hits, 'hit')} of ${count(having.length, 'question')} came twice; the first of each counts.`
}

function tooMany(answers: Answers): string | undefined {
  const having = answers.filter(({ k, remarks }) => remarks.received - remarks.duplicates > k)
  if (having.length === 0) return undefined
  const most = having.reduce((best, one) => (one.remarks.received > best.remarks.received ? one : best))
  const asked = `${most.remarks.received} instead of ${most.k}`
  return `${count(having.length, 'question')} got more hits than asked for (at most ${asked}); the first ${most.k} count.`
}

function scoreless(answers: Answers): string | undefined {
  const having = answers.filter(({ remarks }) => remarks.scoreless)
  if (having.length === 0) return undefined
  return `the hits of ${count(having.length, 'question')} have no scores; they count in the order that they came in.`
}
