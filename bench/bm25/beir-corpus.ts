import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Corpus } from './corpus.ts'

interface Row {
  readonly _id: string
  readonly title?: string
  readonly text: string
}

/** A collection in BEIR form, or nothing where the folder has none. */
export function beirCorpus(folder: string, name: string): Corpus | undefined {
  if (!existsSync(join(folder, name, 'corpus.jsonl'))) return undefined
  const lines = (file: string) =>
    readFileSync(join(folder, name, file), 'utf8')
      .split('\n')
      .filter(Boolean)
  const rows = (file: string) => lines(file).map((line) => JSON.parse(line) as Row)
  const documents = rows('corpus.jsonl')
  const queries = rows('queries.jsonl')
  const number = new Map(documents.map(({ _id }, index) => [_id, index]))
  const judgments = new Map(queries.map(({ _id }) => [_id, new Map<number, number>()]))
  for (const line of lines('qrels.tsv').slice(1)) {
    const [query, document, grade] = line.split('\t')
    judgments.get(query!)?.set(number.get(document!)!, Number(grade))
  }
  return {
    name,
    texts: documents.map(({ title, text }) => (title ? `${title}\n${text}` : text)),
    questions: queries.map(({ text }) => text),
    judgments: [...judgments.values()],
  }
}
