import type { Question, Ranking } from '../../model.ts'
import type { Chat, ChatRequest } from '../../models/chat.ts'
import { confidenceOf } from '../confidence-of.ts'
import { compareHits } from '../hit-order.ts'
import { explainFused } from '../hybrid/explain-fused.ts'
import { fuse } from '../hybrid/fuse.ts'
import { reciprocalRanks } from '../hybrid/shares.ts'
import { listedLines } from '../listed-lines.ts'
import { retrieveEach } from '../retrieve-each.ts'
import type { Retriever } from '../strategy.ts'

export interface MultiQuery {
  /** The part's name. */
  readonly name: string
  readonly part: Retriever
  readonly chat: Chat
  /** Rewritings wanted of each question. */
  readonly queries: number
  /** The constant of the fusion. */
  readonly k: number
  readonly candidates: number
}

/** Tokens that a rewriting may take. */
const TOKENS = 64

/** Asks a part the question and its rewritings, and fuses the answers. The confidence is that of the question itself. */
export function multiQueryRetriever(multiQuery: MultiQuery): Retriever {
  const fuseAll = async (questions: readonly Question[], signal: AbortSignal) => {
    const wordings = await wordingsOf(multiQuery, questions, signal)
    const rankings = await retrieveEach(multiQuery.part, wordings.flat(), multiQuery.candidates, signal)
    const remaining = rankings.values()
    return wordings.map((own) => fuseOne(multiQuery, [...take(remaining, own.length)]))
  }
  const retrieveAll = async (questions: readonly Question[], k: number, signal: AbortSignal) =>
    (await fuseAll(questions, signal)).map(({ fused, confidence }): Ranking => {
      const hits = fused.slice(0, k).map(({ hit }) => hit)
      return { hits, ...(hits.length === 0 ? {} : { confidence }) }
    })
  return {
    retrieveAll,
    retrieve: async (question, k, signal) => (await retrieveAll([question], k, signal))[0]!,
    async explain(question, hit, signal) {
      const [wordings] = await wordingsOf(multiQuery, [question], signal)
      const [one] = await fuseAll([question], signal)
      const found = one!.fused.find((other) => other.hit.id === hit.id)
      const labels = wordings!.map(({ text }) => `"${text}"`)
      return explainFused(labels, multiQuery.candidates, found)
    },
  }
}

function* take<T>(items: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) yield items.next().value as T
}

/** For each question: itself, then what the model makes of it. */
async function wordingsOf({ chat, queries }: MultiQuery, questions: readonly Question[], signal: AbortSignal) {
  const answers = await chat.generate(
    questions.map(({ text }) => requestFor(text, queries)),
    signal,
  )
  return questions.map((question, index): Question[] => {
    const rewritten = listedLines(answers[index]!).filter((line) => line !== question.text)
    return [question, ...rewritten.slice(0, queries).map((text) => ({ id: question.id, text }))]
  })
}

function requestFor(question: string, queries: number): ChatRequest {
  return {
    purpose: 'multi-query@1',
    prompt: `Word the question anew in ${queries} different ways that a search engine may understand better: other words for the same things, more and less exact. Keep the language, names and identifiers. One a line, nothing else.\n\nQuestion: ${question}`,
    sample: 0,
    maxTokens: TOKENS * queries,
    about: question,
    example: Array.from({ length: queries }, (_, index) => `${index + 1}. ${question} ${index + 1}`).join('\n'),
  }
}

function fuseOne({ k, candidates }: MultiQuery, rankings: readonly Ranking[]) {
  const parts = rankings.map(({ hits }) => ({ hits: hits.toSorted(compareHits).slice(0, candidates), weight: 1 }))
  return { fused: fuse(parts, reciprocalRanks(k), ({ id }) => id), confidence: confidenceOf(rankings[0]!) }
}
