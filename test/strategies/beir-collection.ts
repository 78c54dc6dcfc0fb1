import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chunk, Question, Ranking } from '../../src/model.ts'

export interface BeirCollection {
  /** One chunk a record; its title is its heading. */
  readonly chunks: readonly Chunk[]
  readonly questions: readonly Question[]
  /** Question id -> document id -> grade. */
  readonly judgments: ReadonlyMap<string, ReadonlyMap<string, number>>
}

interface Record {
  readonly _id: string
  readonly title?: string
  readonly text: string
}

/** Reads `corpus.jsonl`, `queries.jsonl` and a judgments file of a BEIR folder. */
export function readBeir(folder: string, qrels = 'qrels.tsv'): BeirCollection {
  const records = (name: string) => lines(join(folder, name)).map((line) => JSON.parse(line) as Record)
  const judgments = new Map<string, Map<string, number>>()
  for (const line of lines(join(folder, qrels)).slice(1)) {
    const [query, document, grade] = line.split('\t')
    const grades = judgments.get(query!) ?? new Map<string, number>()
    judgments.set(query!, grades.set(document!, Number(grade)))
  }
  return {
    chunks: records('corpus.jsonl').map(chunkOf),
    questions: records('queries.jsonl').map(({ _id, text }) => ({ id: _id, text })),
    judgments,
  }
}

function lines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

function chunkOf({ _id, title, text }: Record): Chunk {
  const headings = title ? [title] : []
  return { id: _id, document: _id, startLine: 1, endLine: 1, text, headings, hash: _id, tokens: 1 }
}

/** Mean nDCG@10 (linear gain, ideal over all judgments) over the questions that have a positive judgment. */
export function meanNdcg10({ questions, judgments }: BeirCollection, rankings: readonly Ranking[]): number {
  const values = questions.flatMap(({ id }, index) => {
    const grades = judgments.get(id) ?? new Map<string, number>()
    const ideal = gain([...grades.values()].sort((a, b) => b - a))
    return ideal > 0 ? [gain(rankings[index]!.hits.map((hit) => grades.get(hit.id) ?? 0)) / ideal] : []
  })
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
}
