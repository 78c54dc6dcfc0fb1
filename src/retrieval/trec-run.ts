import { UserError } from '../errors.ts'
import type { ByteSource } from '../evalset/byte-source.ts'
import { looksLikeJson, readNumberTables } from '../evalset/number-tables.ts'
import { parseFloat32 } from '../evalset/parse-decimal.ts'
import { type Spans, scanColumns } from '../evalset/scan-columns.ts'
import { QueryColumn } from './query-column.ts'
import { QueryLines } from './query-lines.ts'

/** What to do with a run's queries. */
export interface RunReader {
  /** Lines of other queries are checked for their form and dropped. */
  wants(query: string): boolean
  /** One query's lines, only valid during the call. Where a query comes twice, the later call has all its lines. */
  take(query: string, lines: QueryLines): void
}

/**
 * Reads a run: TREC (query, ignored, document, ignored rank, score, name) or JSON (`{"query": {"document": score}}`). Only
 * one query's lines are in memory at a time, whatever the size of the file; the lines of queries that are scattered over
 * it are collected by reading it once more. Returns every query id of the run. Throws a `UserError` with file and line
 * for anything else, for a document twice in a wanted query and for an empty run.
 */
export function readRun(source: ByteSource, reader: RunReader): ReadonlySet<string> {
  const queries = looksLikeJson(source) ? readJson(source, reader) : readTrec(source, reader)
  if (queries.size === 0) throw new UserError({ where: source.path, what: 'The run is empty' })
  return queries
}

/** Hands over each wanted query when its lines end, and once more, at the end, those that went on elsewhere. */
function readTrec(source: ByteSource, reader: RunReader): ReadonlySet<string> {
  const column = new QueryColumn()
  const ids: string[] = []
  const scattered = new Map<number, QueryLines>()
  const lines = new QueryLines()
  let open: string | undefined
  const close = (): void => {
    if (open !== undefined) reader.take(open, lines)
    lines.clear()
  }
  scanRun(source, (bytes, spans, line) => {
    if (column.moveTo(bytes, spans[0]!, spans[1]!)) {
      close()
      open = enter(column.query)
    }
    if (open !== undefined) addLine(lines, open, bytes, spans, source.path, line)
  })
  close()
  collect(source, scattered, ids)
  for (const [query, all] of scattered) reader.take(ids[query]!, all)
  return new Set(ids)

  /** The id of a wanted query that begins here; one that was left before waits for the second reading. */
  function enter(query: number): string | undefined {
    if (query < ids.length) {
      if (reader.wants(ids[query]!) && !scattered.has(query)) scattered.set(query, new QueryLines())
      return undefined
    }
    const id = column.id(query)
    ids.push(id)
    return reader.wants(id) ? id : undefined
  }
}

function collect(source: ByteSource, scattered: ReadonlyMap<number, QueryLines>, ids: readonly string[]): void {
  if (scattered.size === 0) return
  const column = new QueryColumn()
  let lines: QueryLines | undefined
  scanRun(source, (bytes, spans, line) => {
    if (column.moveTo(bytes, spans[0]!, spans[1]!)) lines = scattered.get(column.query)
    if (lines !== undefined) addLine(lines, ids[column.query]!, bytes, spans, source.path, line)
  })
}

function scanRun(source: ByteSource, onLine: (bytes: Uint8Array, spans: Spans, line: number) => void): void {
  scanColumns(source, (bytes, spans, columns, line) => {
    if (columns >= 6) return onLine(bytes, spans, line)
    throw new UserError({
      where: `${source.path}:${line}`,
      what: 'Not a line of a run',
      expected: 'six columns: query, Q0 (ignored), document, rank (ignored), score, name of the run',
      found: `${columns} columns`,
    })
  })
}

function addLine(lines: QueryLines, query: string, bytes: Uint8Array, spans: Spans, path: string, line: number): void {
  const score = parseFloat32(bytes, spans[8]!, spans[9]!)
  if (Number.isNaN(score)) {
    const found = Buffer.from(bytes.subarray(spans[8], spans[9])).toString()
    throw new UserError({ where: `${path}:${line}`, what: 'A score must be a number', found })
  }
  if (lines.add(bytes, spans[4]!, spans[5]!, score)) return
  const document = Buffer.from(bytes.subarray(spans[4], spans[5])).toString()
  throw new UserError({
    where: `${path}:${line}`,
    what: `Document "${document}" is in the ranking of query "${query}" twice`,
    hint: 'Keep the better of the two lines; trec_eval refuses such runs too.',
  })
}

function readJson(source: ByteSource, reader: RunReader): ReadonlySet<string> {
  const queries = new Set<string>()
  const lines = new QueryLines()
  let current: string | undefined
  const close = (): void => {
    if (current !== undefined && reader.wants(current)) reader.take(current, lines)
    lines.clear()
  }
  const onQuery = (query: string): void => {
    close()
    current = query
    queries.add(query)
  }
  const onEntry = (_query: string, document: string, score: number): void => {
    const bytes = Buffer.from(document)
    lines.add(bytes, 0, bytes.length, score)
  }
  readNumberTables(source, onEntry, onQuery)
  close()
  return queries
}
