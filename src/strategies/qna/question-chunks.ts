import type { Chunk } from '../../model.ts'
import type { Chat } from '../../models/chat.ts'
import { count } from '../../numbers.ts'
import { aboveText } from '../above-text.ts'
import { listedLines } from '../listed-lines.ts'
import { madeChunk } from '../made-chunk.ts'

export interface QuestionOptions {
  readonly chat: Chat
  /** Questions wanted for each chunk. */
  readonly questions: number
  readonly signal: AbortSignal
  notice(line: string): void
}

/** Tokens that a question may take. */
const TOKENS = 48

/** The questions that each chunk answers, as chunks of their own, and the chunk that each stands for. */
export async function questionChunks(
  chunks: readonly Chunk[],
  { chat, questions, signal, notice }: QuestionOptions,
): Promise<Map<Chunk, Chunk>> {
  const requests = chunks.map((chunk) => ({
    purpose: 'qna@1',
    prompt: `Write ${questions} questions that the text answers and that somebody who does not know the text would ask. In the language of the text, one a line, nothing else.\n\n${aboveText(chunk)}${chunk.text}`,
    sample: 0,
    maxTokens: TOKENS * questions,
    // Worked out only where it is needed.
    get example() {
      return exampleFor(chunk, questions)
    },
  }))
  const answers = await chat.generate(requests, signal)
  const found = new Map<Chunk, Chunk>()
  let silent = 0
  for (const [index, chunk] of chunks.entries()) {
    const lines = listedLines(answers[index]!).slice(0, questions)
    if (lines.length === 0) silent++
    for (const [number, text] of lines.entries()) found.set(madeChunk(chunk, `${number + 1}`, text), chunk)
  }
  if (silent > 0) notice(`${count(silent, 'chunk')} of ${chunks.length} cannot be found: the model wrote no question`)
  return found
}

/** As many lines as are wanted, none like another. */
function exampleFor({ text }: Chunk, questions: number): string {
  const line = text.slice(0, 100).replaceAll(/\s+/g, ' ')
  return Array.from({ length: questions }, (_, index) => `${index + 1}. ${line} ${index + 1}`).join('\n')
}
