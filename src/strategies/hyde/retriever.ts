import type { Question, Ranking } from '../../model.ts'
import type { Chat, ChatRequest } from '../../models/chat.ts'
import type { EmbeddedTexts } from '../../models/embedder.ts'
import { meanVectors } from '../../models/mean-vectors.ts'
import type { DenseRetriever } from '../dense/retriever.ts'
import type { Retriever } from '../strategy.ts'
import { withoutPreamble } from '../without-preamble.ts'

export interface Hyde {
  readonly part: DenseRetriever
  /** Vectors that the part can be asked with. */
  readonly embed: EmbeddedTexts['embed']
  readonly chat: Chat
  /** Answers to each question. */
  readonly samples: number
  /** Of an answer at most. */
  readonly maxTokens: number
}

/** Searches with the mean of a question's vector and those of made-up answers to it. */
export function hydeRetriever(hyde: Hyde): Retriever {
  const { part } = hyde
  const retrieveAll = async (questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]> => {
    const answers = await hyde.chat.generate(
      questions.flatMap((question) => requestsFor(question, hyde)),
      signal,
    )
    return part.nearest(await vectorsOf(hyde, questions, answers, signal), k)
  }
  return {
    retrieveAll,
    retrieve: async (question, k, signal) => (await retrieveAll([question], k, signal))[0]!,
    explain: async (_question, hit) => ({
      score: hit.score,
      parts: [{ label: 'cosine of the angle between made-up answer and chunk', value: hit.score }],
    }),
  }
}

function requestsFor({ text }: Question, { samples, maxTokens }: Hyde): ChatRequest[] {
  return Array.from({ length: samples }, (_, sample) => ({
    purpose: 'hyde@1',
    prompt: `Write a short passage from a documentation page or a source file that answers the question. Write in the language of the question. Give the passage only.\n\nQuestion: ${text}\n\nPassage:`,
    sample,
    maxTokens,
    example: text,
    about: text,
  }))
}

/** Answers lie as they were asked for: all samples of a question side by side. */
async function vectorsOf(
  { embed, samples }: Hyde,
  questions: readonly Question[],
  answers: string[],
  signal: AbortSignal,
) {
  const asked = await embed(
    questions.map(({ text }) => text),
    signal,
  )
  const written = await embed(answers.map(withoutPreamble), signal, 'passage')
  const groups = questions.map((_, index) => [
    { vectors: asked, row: index },
    ...Array.from({ length: samples }, (__, sample) => ({ vectors: written, row: index * samples + sample })),
  ])
  return meanVectors(groups, asked)
}
