import type { Chunker } from '../chunker.ts'

export const heading: Chunker = {
  summary:
    'Markdown by its sections: small neighbours under one heading merged, long ones cut between blocks, fenced code ' +
    'kept whole where it fits; other files as by `lines`.',
  load: async () => (await import('../heading/cut-at-headings.ts')).cutAtHeadings,
}
