import { UserError } from '../errors.ts'
import { type ByteSource, readText } from './byte-source.ts'
import { IdTable } from './id-table.ts'
import { looksLikeJson, readNumberTables } from './number-tables.ts'
import { parseDecimal } from './parse-decimal.ts'
import { scanColumns } from './scan-columns.ts'

/** Judgments of document ids, as other evaluators keep them. Judgments are numbered in the order of the file. */
export class Qrels {
  readonly path: string
  /** Query id -> its number, in the order of the file. */
  readonly queries = new Map<string, number>()
  /** Judgment -> its document, the owner being the query's number. */
  readonly documents = new IdTable()
  /** Judgment -> its grade, which may be negative. */
  readonly gradeOf: number[] = []
  readonly #judgments: number[][] = []

  constructor(path: string) {
    this.path = path
  }

  /** The number of the query, which is added where it is new. */
  query(id: string): number {
    const known = this.queries.get(id)
    if (known !== undefined) return known
    this.queries.set(id, this.queries.size)
    this.#judgments.push([])
    return this.queries.size - 1
  }

  /** Says false where the document is judged already for this query. */
  add(query: number, bytes: Uint8Array, start: number, end: number, grade: number): boolean {
    if (!this.documents.add(query, bytes, start, end)) return false
    this.#judgments[query]!.push(this.gradeOf.length)
    this.gradeOf.push(grade)
    return true
  }

  /** The judgments of a query, by their numbers. */
  judgmentsOf(query: number): readonly number[] {
    return this.#judgments[query]!
  }

  /** The grades of a query's judgments, best first. Negative ones are not judgments by trec_eval's rules. */
  grades(query: number): number[] {
    const grades = this.#judgments[query]!.map((judgment) => this.gradeOf[judgment]!)
    return grades.filter((grade) => grade >= 0).sort((a, b) => b - a)
  }

  /** Every judgment in the order of the file. */
  *judgments(): Generator<{ query: string; document: string; grade: number }> {
    const ids = [...this.queries.keys()]
    for (const [i, grade] of this.gradeOf.entries()) {
      yield { query: ids[this.documents.owner(i)]!, document: this.documents.text(i), grade }
    }
  }
}

/**
 * Reads qrels: TREC (query, ignored, document, grade), BEIR (a header `query-id corpus-id score`, tab separated) or JSON
 * (`{"query": {"document": grade}}`). Throws a `UserError` with file and line for anything else, for a document judged
 * twice and for no judgment at all.
 */
export function readQrels(source: ByteSource): Qrels {
  const qrels = new Qrels(source.path)
  if (looksLikeJson(source)) readJson(source, qrels)
  else if (looksLikeBeir(source)) readBeir(source, qrels)
  else readTrec(source, qrels)
  if (qrels.queries.size === 0) throw new UserError({ where: source.path, what: 'The qrels are empty' })
  return qrels
}

function readTrec(source: ByteSource, qrels: Qrels): void {
  scanColumns(source, (bytes, spans, columns, line) => {
    const where = `${source.path}:${line}`
    if (columns !== 4) throw malformed(where, columns)
    const id = Buffer.from(bytes.subarray(spans[0], spans[1])).toString()
    const grade = parseDecimal(bytes, spans[6]!, spans[7]!)
    judge(qrels, where, id, bytes, spans[4]!, spans[5]!, grade)
  })
}

function malformed(where: string, columns: number): UserError {
  return new UserError({
    where,
    what: 'Not a line of qrels',
    expected: 'four columns: query, iteration (ignored), document, grade',
    found: `${columns} columns`,
    hint: 'A BEIR file needs its header line: query-id, corpus-id, score, separated by tabs.',
  })
}

function looksLikeBeir(source: ByteSource): boolean {
  for (const chunk of source.chunks())
    return /^\s*query-id\tcorpus-id\t/.test(new TextDecoder().decode(chunk.subarray(0, 256)))
  return false
}

function readBeir(source: ByteSource, qrels: Qrels): void {
  for (const [index, line] of readText(source).split(/\r?\n/).entries()) {
    if (index === 0 || line.trim() === '') continue
    const where = `${source.path}:${index + 1}`
    const [query, document, score, ...more] = line.split('\t')
    if (query === undefined || document === undefined || score === undefined || more.length > 0) {
      throw new UserError({
        where,
        what: 'Not a line of BEIR qrels',
        expected: 'query-id, corpus-id, score, separated by tabs',
      })
    }
    const bytes = Buffer.from(`${document}${score.trim()}`)
    const end = Buffer.byteLength(document)
    judge(qrels, where, query, bytes, 0, end, parseDecimal(bytes, end, bytes.length))
  }
}

function readJson(source: ByteSource, qrels: Qrels): void {
  const onEntry = (query: string, document: string, grade: number): void => {
    const bytes = Buffer.from(document)
    judge(qrels, source.path, query, bytes, 0, bytes.length, grade)
  }
  readNumberTables(source, onEntry, (query) => qrels.query(query))
}

function judge(
  qrels: Qrels,
  where: string,
  id: string,
  bytes: Uint8Array,
  start: number,
  end: number,
  grade: number,
): void {
  if (!Number.isSafeInteger(grade)) {
    throw new UserError({ where, what: 'A grade must be a whole number', found: String(grade) })
  }
  if (qrels.add(qrels.query(id), bytes, start, end, grade)) return
  const document = Buffer.from(bytes.subarray(start, end)).toString()
  throw new UserError({
    where,
    what: `Document "${document}" is judged twice for query "${id}"`,
    hint: 'Keep one of the two lines.',
  })
}
