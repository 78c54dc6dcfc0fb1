import { groupBy } from '../../group-by.ts'
import type { Chunk } from '../../model.ts'
import type { Chat, ChatRequest } from '../../models/chat.ts'
import { aboveText } from '../above-text.ts'
import { madeChunk } from '../made-chunk.ts'
import { withoutPreamble } from '../without-preamble.ts'

export interface SituateOptions {
  readonly chat: Chat
  /** Of a situating text, at most. */
  readonly maxTokens: number
  /** Of the document, at most. */
  readonly documentTokens: number
  readonly signal: AbortSignal
}

/** Each chunk with a situating text before its own, in the chunks' order. */
export async function situatedChunks(chunks: readonly Chunk[], options: SituateOptions): Promise<Chunk[]> {
  const documents = groupBy(chunks, ({ document }) => document)
  const places = new Map([...documents.values()].flatMap((document) => document.map((chunk, place) => [chunk, place])))
  const requests = chunks.map((chunk) => {
    return requestFor(chunk, around(documents.get(chunk.document)!, places.get(chunk)!, options), options)
  })
  const situating = await options.chat.generate(requests, options.signal)
  return chunks.map((chunk, index) =>
    madeChunk(chunk, 'situated', `${withoutPreamble(situating[index]!)}\n\n${chunk.text}`),
  )
}

/** The document comes first: many providers charge less for a beginning that they have just seen. */
function requestFor(chunk: Chunk, shown: readonly Chunk[], { maxTokens }: SituateOptions): ChatRequest {
  const text = shown.map((one) => one.text).join('\n')
  return {
    purpose: 'contextual@1',
    prompt: `<document>\n${text}\n</document>\n\nHere is a part of that document:\n<part>\n${aboveText(chunk)}${chunk.text}\n</part>\n\nSay in one or two short sentences what this part is about within the whole document, so that it is found more easily by a search. In the language of the document. Give the sentences only.`,
    sample: 0,
    maxTokens,
    about: `${aboveText(chunk)}${chunk.text}`,
    example: chunk.headings.join(' ') || chunk.text.slice(0, 100),
  }
}

/** The chunk at a place and as many of its neighbours as fit, those before and after in turns, in their order. */
function around(document: readonly Chunk[], place: number, { documentTokens }: SituateOptions): readonly Chunk[] {
  let first = place
  let last = place
  let left = documentTokens - document[place]!.tokens
  for (let grown = true; grown; ) {
    grown = false
    for (const next of [first - 1, last + 1]) {
      const neighbour = document[next]
      if (neighbour === undefined || neighbour.tokens > left) continue
      left -= neighbour.tokens
      first = Math.min(first, next)
      last = Math.max(last, next)
      grown = true
    }
  }
  return document.slice(first, last + 1)
}
