import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import type { Document } from '../../src/model.ts'
import type { Range } from './ranges.ts'

export interface SpanQuestion {
  readonly id: string
  readonly text: string
  /** The document's id. */
  readonly document: string
  readonly references: readonly Range[]
}

interface Line {
  readonly _id: string
  readonly text: string
  readonly corpus: string
  /** Offsets in Unicode code points. */
  readonly references: readonly { readonly start_index: number; readonly end_index: number }[]
}

/** Reads a folder with `corpora/*.md` and `questions.jsonl`, whose answers are stretches of the corpora. */
export function readChroma(folder: string): { documents: Document[]; questions: SpanQuestion[] } {
  const documents = readdirSync(join(folder, 'corpora'))
    .sort()
    .map((name): Document => {
      const text = readFileSync(join(folder, 'corpora', name), 'utf8')
      return { id: name, path: name, text, hash: contentHash(text) }
    })
  const offsets = new Map(documents.map(({ id, text }) => [basename(id, '.md'), codePointOffsets(text)]))
  const questions = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): SpanQuestion => {
      const { _id: id, text, corpus, references } = JSON.parse(line) as Line
      const at = offsets.get(corpus)!
      const ranges = references.map(({ start_index, end_index }): Range => [at[start_index]!, at[end_index]!])
      return { id, text, document: `${corpus}.md`, references: ranges }
    })
  return { documents, questions }
}

/** Code point index -> UTF-16 offset, and one more for the end. */
function codePointOffsets(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1)
  let count = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) offsets[count++] = at
  offsets[count] = text.length
  return offsets
}
