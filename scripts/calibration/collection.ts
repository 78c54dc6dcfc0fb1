import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeChunk, titleOf } from '../../src/knowledge/make-chunk.ts'
import type { Chunk, Question } from '../../src/model.ts'

/** A collection in BEIR form; every document is one chunk. */
export interface Collection {
  readonly name: string
  readonly chunks: readonly Chunk[]
  readonly questions: readonly Question[]
  /** Query id -> document id -> grade, of the relevant ones. */
  readonly relevant: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Query id -> what real questions have in common: the paragraph or the file that answers them. */
  readonly clusters: ReadonlyMap<string, string>
}

interface BeirRecord {
  readonly _id: string
  readonly title?: string
  readonly text: string
  readonly metadata?: { readonly paragraph?: string; readonly doc_id?: string }
}

/** Reads `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` of a folder; queries without a relevant document are left out. */
export function readCollection(folder: string, name: string): Collection {
  const corpus = records(join(folder, name, 'corpus.jsonl'))
  const relevant = readJudgments(join(folder, name, 'qrels.tsv'))
  const groups = new Map(corpus.map(({ _id, metadata }) => [_id, metadata?.paragraph ?? metadata?.doc_id]))
  const questions = records(join(folder, name, 'queries.jsonl'))
    .filter(({ _id }) => relevant.has(_id))
    .map(({ _id, text }) => ({ id: _id, text }))
  const clusters = new Map<string, string>()
  for (const { id } of questions) {
    const group = groups.get(relevant.get(id)!.keys().next().value!)
    if (group !== undefined) clusters.set(id, group)
  }
  return { name, chunks: corpus.map(wholeDocument), questions, relevant, clusters }
}

function records(path: string): BeirRecord[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as BeirRecord)
}

function wholeDocument({ _id, title, text }: BeirRecord): Chunk {
  const document = { id: _id, text, hash: '', ...(title === undefined || title === '' ? {} : { title }) }
  return makeChunk(document, { startLine: 1, endLine: 1, text, tokens: 0 }, titleOf(document))
}

function readJudgments(path: string): Map<string, Map<string, number>> {
  const relevant = new Map<string, Map<string, number>>()
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [query, document, grade] = line.trim().split('\t')
    if (document === undefined || !(Number(grade) > 0)) continue
    const judged = relevant.get(query!) ?? new Map<string, number>()
    relevant.set(query!, judged.set(document, Number(grade)))
  }
  return relevant
}
