import { z } from 'zod'
import type { Queries } from '../config/config.ts'
import { explainable, explainIssue } from '../config/explain-issue.ts'
import type { Problem } from '../config/problem.ts'
import type { Judgment, Query } from '../model.ts'
import type { ByteSource } from './byte-source.ts'
import type { EvalSetFormat, ReadQueries } from './format.ts'
import { readJsonLines } from './json-lines.ts'
import { readQrels } from './trec-qrels.ts'

type BeirQueries = Exclude<Queries, string>

const record = z.looseObject({
  _id: z.union([z.string().min(1), z.number()]).transform(String),
  text: z.string().refine((text) => text.trim() !== '', { error: 'the question is empty' }),
})

/** The questions and judgments of a BEIR collection (or of TREC, whose qrels it takes as well). */
export const beir: EvalSetFormat = {
  summary: 'BEIR: `queries.jsonl` with `_id` and `text`, and judgments of document ids in `qrels.tsv` (or TREC qrels).',
  accepts: (queries) => typeof queries !== 'string',
  async read(queries, files) {
    const paths = queries as BeirQueries
    const [questions, qrels] = await Promise.all([files.text(paths.beir), files.text(paths.qrels)])
    const judged = readJudgments(textSource(qrels, files.display(paths.qrels)))
    return readBeir(questions, files.display(paths.beir), judged, files.display(paths.qrels))
  },
}

function textSource(text: string, path: string): ByteSource {
  return { path, chunks: () => [new TextEncoder().encode(text)] }
}

/** Query id -> judgments. A negative grade, with which some collections mark junk, counts as judged and not relevant. */
function readJudgments(source: ByteSource): Map<string, Judgment[]> {
  const judgments = new Map<string, Judgment[]>()
  for (const { query, document, grade } of readQrels(source).judgments()) {
    const judgment: Judgment = { id: document, target: { kind: 'id', id: document }, grade: Math.max(0, grade) }
    const known = judgments.get(query)
    if (known === undefined) judgments.set(query, [judgment])
    else known.push(judgment)
  }
  return judgments
}

function readBeir(text: string, file: string, judged: ReadonlyMap<string, Judgment[]>, qrels: string): ReadQueries {
  const { lines, problems } = readJsonLines(text, file)
  const found: Problem[] = [...problems]
  const all = lines.flatMap(({ line, value }): Query[] => {
    const parsed = record.safeParse(value, explainable)
    if (parsed.success) return [toQuery(parsed.data, line, judged)]
    const findings = parsed.error.issues.flatMap((issue) => explainIssue(issue, 'this query'))
    found.push(...findings.map(({ path: _, part: __, ...mistake }) => ({ file, line, ...mistake })))
    return []
  })
  const queries = all.filter(({ id }) => judged.has(id))
  return { path: file, queries, problems: found, warnings: leftOut(all, queries, judged, file, qrels) }
}

function toQuery(
  { _id: id, text }: z.output<typeof record>,
  line: number,
  judged: ReadonlyMap<string, Judgment[]>,
): Query {
  return { id, text, judgments: judged.get(id) ?? [], tags: [], pinned: false, line }
}

function leftOut(
  all: readonly Query[],
  judgedOnes: readonly Query[],
  judged: ReadonlyMap<string, unknown>,
  file: string,
  qrels: string,
): string[] {
  const ids = new Set(all.map(({ id }) => id))
  const unjudged = all.length - judgedOnes.length
  const strangers = [...judged.keys()].filter((id) => !ids.has(id)).length
  return [
    ...(unjudged === 0 ? [] : [`${file}: left out ${count(unjudged)} without judgments in ${qrels}`]),
    ...(strangers === 0 ? [] : [`${qrels}: judges ${count(strangers)} that ${file} does not have`]),
  ]
}

function count(queries: number): string {
  return queries === 1 ? '1 query' : `${queries} queries`
}
