import type { Chunker } from '../chunker.ts'

export const sentence: Chunker = {
  summary: 'Whole sentences, as many as fit into maxTokens, whatever the lines; an overlap is of whole sentences too.',
  load: async () => (await import('../sentence/cut-at-sentences.ts')).cutAtSentences,
}
