import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chunkDocuments } from '../../src/knowledge/chunk-documents.ts'
import { loadBeirCorpus } from '../../src/knowledge/load-beir-corpus.ts'
import type { Chunk, Question } from '../../src/model.ts'

export interface Collection {
  readonly name: string
  readonly folder: string
  /** One a document, as a gate over a BEIR collection has them. */
  readonly chunks: readonly Chunk[]
  /** Those with a positive judgment. */
  readonly questions: readonly Question[]
  /** By question: document id -> grade. */
  readonly judgments: readonly ReadonlyMap<string, number>[]
}

/** The names of the folders that hold a BEIR collection. */
export function collectionNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'corpus.jsonl')))
    .sort()
}

export async function readCollection(parent: string, name: string): Promise<Collection> {
  const folder = join(parent, name)
  const documents = await loadBeirCorpus(join(folder, 'corpus.jsonl'))
  const chunks = await chunkDocuments(documents, { by: 'document', maxTokens: 256, overlap: 0 })
  const grades = new Map<string, Map<string, number>>()
  for (const line of lines(join(folder, 'qrels.tsv')).slice(1)) {
    const [query, document, grade] = line.split('\t')
    grades.set(query!, (grades.get(query!) ?? new Map()).set(document!, Number(grade)))
  }
  const questions = lines(join(folder, 'queries.jsonl'))
    .map((line) => JSON.parse(line) as { _id: string; text: string })
    .map(({ _id, text }) => ({ id: _id, text }))
    .filter(({ id }) => [...(grades.get(id)?.values() ?? [])].some((grade) => grade > 0))
  return { name, folder, chunks, questions, judgments: questions.map(({ id }) => grades.get(id)!) }
}

function lines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}
