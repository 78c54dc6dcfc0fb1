import type { Chunk } from '../../model.ts'
import type { Chat, ChatRequest } from '../../models/chat.ts'
import { aboveText } from '../above-text.ts'
import { listedLines } from '../listed-lines.ts'
import type { Edge } from './edge.ts'
import { sharedEdges } from './shared-edges.ts'

/** Names wanted of each chunk. */
const NAMES = 10
/** Tokens that a name may take. */
const TOKENS = 16
/** What a model writes at greater length is no name. */
const LONGEST = 80

/** Ties each chunk to those in which a chat model finds most of the same rarely named things. */
export async function entityEdges(chunks: readonly Chunk[], chat: Chat, signal: AbortSignal): Promise<Edge[]> {
  const answers = await chat.generate(chunks.map(requestFor), signal)
  const numbers = new Map<string, number>()
  const names: string[] = []
  const thingsOf = answers.map((answer) => {
    const things = namesIn(answer).map((name) => {
      const key = keyOf(name)
      const number = numbers.get(key) ?? names.push(name) - 1
      numbers.set(key, number)
      return number
    })
    return [...new Set(things)]
  })
  return sharedEdges(chunks, { kind: 'entities', thingsOf, nameOf: (thing) => names[thing]! })
}

function requestFor(chunk: Chunk): ChatRequest {
  return {
    purpose: 'graph@1',
    prompt: `List the things that the text names and that other texts may name as well: products, components, services, settings, commands, protocols, people, organisations. As the text writes them, the most particular first, at most ${NAMES}, one a line, nothing else. Where it names none, write a hyphen.\n\n${aboveText(chunk)}${chunk.text}`,
    sample: 0,
    maxTokens: TOKENS * NAMES,
    example: chunk.text.slice(0, LONGEST).replaceAll(/\s+/g, ' '),
  }
}

function namesIn(answer: string): string[] {
  return listedLines(answer)
    .filter((line) => line.length <= LONGEST && /[\p{L}\p{N}]/u.test(line))
    .slice(0, NAMES)
}

/** The same for every way to write one name: letters of any case, spaces and hyphens alike. */
function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[`*.,;:]+$|^[`*]+/g, '')
    .replaceAll(/[\s_-]+/g, ' ')
}
