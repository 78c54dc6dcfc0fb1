import type { Chunker, CutDocument } from '../chunker.ts'
import { lineUnits } from '../line-units.ts'
import { makeChunk } from '../make-chunk.ts'
import { numberLines } from '../numbered-lines.ts'
import { packUnits } from '../pack-units.ts'

/** Cuts a document into windows of at most `maxTokens`, at line ends. */
export const cutAtLines: CutDocument = (document, config) => {
  const numbered = numberLines(document.text)
  const units = lineUnits(numbered, 1, numbered.lines.length, config)
  return packUnits(numbered, units, config).map((span) => makeChunk(document, span))
}

export const lines: Chunker = {
  summary: 'Windows of at most maxTokens that overlap, cut at line ends; only a line longer than that is cut inside.',
  load: async () => cutAtLines,
}
