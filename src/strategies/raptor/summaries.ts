import type { Chunk } from '../../model.ts'
import type { Chat } from '../../models/chat.ts'
import { aboveText } from '../above-text.ts'
import { withoutPreamble } from '../without-preamble.ts'
import { sumBasic } from './sum-basic.ts'
import type { Summarise } from './summary-tree.ts'

/** Summaries written by a chat model, of at most so many tokens. */
export function generatedSummaries(chat: Chat, maxTokens: number, signal: AbortSignal): Summarise {
  return async (groups) => {
    const requests = groups.map((group) => ({
      purpose: 'raptor@1',
      prompt: `Write a summary of the following texts, with as many of the key details, names and identifiers as fit. In their language. Give the summary only.\n\n${group.map((chunk) => `${aboveText(chunk)}${chunk.text}`).join('\n\n---\n\n')}`,
      sample: 0,
      maxTokens,
      // Worked out only where it is needed.
      get example() {
        return extract(group, maxTokens)
      },
    }))
    return (await chat.generate(requests, signal)).map(withoutPreamble)
  }
}

/** Summaries made of the texts' own sentences: no model is needed, and nothing is put in other words. */
export function extractiveSummaries(maxTokens: number): Summarise {
  return async (groups) => groups.map((group) => extract(group, maxTokens))
}

function extract(group: readonly Chunk[], maxTokens: number): string {
  return sumBasic(
    group.map(({ text }) => text),
    maxTokens,
  )
}
