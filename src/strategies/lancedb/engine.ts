import { tooLong } from '../engine/bounded-text.ts'
import type { Engine } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { questionVectors } from '../engine/question-vectors.ts'
import { hitReader } from '../engine/read-hits.ts'
import { rowBytes } from '../engine/row-bytes.ts'
import { indexedHits } from '../loading/indexed-hits.ts'
import { loadIndex } from '../loading/load-index.ts'
import type { BuildContext } from '../strategy.ts'
import type { Library } from './draft.ts'
import type { Lance, LanceQuery, LanceTable } from './lance.ts'
import { lanceMessage } from './lance-message.ts'
import { ownTable } from './own-table.ts'
import { lancePlace, openLibrary } from './place.ts'
import { plainRow } from './plain-row.ts'
import type { LancedbSettings } from './settings.ts'

/** Of reciprocal rank fusion, as everywhere here. */
const RRF_K = 60
/** Hits of each side that a fusion looks at, at least. */
const CANDIDATES = 200

/** LanceDB as an engine, the knowledge base loaded into it where the settings ask for that. Throws `UserError`. */
export async function lancedbEngine(settings: LancedbSettings, context: BuildContext): Promise<Engine> {
  const library = await openLibrary(settings, context)
  const { lance, connection } = library
  const place = settings.index && lancePlace(settings.index, settings, library)
  const index =
    place &&
    (await loadIndex(place, context).catch((error) => {
      connection.close()
      throw error
    }))
  const vectorOf =
    index?.vectorOf ?? (settings.embedder === undefined ? undefined : questionVectors(settings.embedder, context))
  const readHits = hitReader(index === undefined ? settings.hits : { ...settings.hits, id: 'key', score: 'score' })
  let searched: Promise<Searched> | undefined

  return {
    async ask(question, k, signal) {
      searched ??= open(settings, library, () => place!.shelf.open(index!.name))
      searched.catch(() => {
        searched = undefined
      })
      const { table, columns } = await searched
      const vector = await vectorOf?.(question.text, signal)
      const rowsOf = async (query: LanceQuery, score: string, most: number): Promise<readonly Row[]> => {
        const filtered = settings.where === undefined ? query : query.where(settings.where)
        const rows = await filtered
          .withRowId()
          .select([...columns, score])
          .limit(most)
          .toArray()
          .catch(explain)
        return bounded(rows.map(plainRow), settings.maxBytes)
      }
      const nearest = async (most: number) => {
        const rows = await rowsOf(nearestTo(table, Array.from(vector!), settings), '_distance', most)
        return rows.map((row) => ({ ...row, score: similarity(Number(row._distance), settings) }))
      }
      const matching = async (most: number) => {
        const rows = await rowsOf(withWords(table, question.text, settings, lance), '_score', most)
        return rows.map((row) => ({ ...row, score: row._score }))
      }
      const most = Math.max(k, CANDIDATES)
      const { search } = settings
      const rows =
        search === 'hybrid'
          ? fused(await Promise.all([nearest(most), matching(most)])).slice(0, k)
          : await (search === 'vector' ? nearest(k) : matching(k))
      const hits = readHits(rows)
      return { hits: index === undefined ? hits : indexedHits(hits, index.chunks) }
    },
    async close() {
      await index?.close()
      connection.close()
    },
  }
}

function explain(error: unknown): never {
  throw new EngineFailure(`LanceDB: ${lanceMessage(error)}`, { cause: error })
}

interface Searched {
  readonly table: LanceTable
  /** Those that are asked for: all but vectors. */
  readonly columns: readonly string[]
}

async function open(
  { table: name, index }: LancedbSettings,
  library: Library,
  loaded: () => Promise<LanceTable>,
): Promise<Searched> {
  if (index !== undefined) return { table: await loaded(), columns: ['key'] }
  const table = await ownTable(name!, library)
  const { fields } = await table.schema()
  const columns = fields.filter(({ type }) => !/List|Binary/.test(String(type))).map((field) => field.name)
  return { table, columns }
}

type Row = Readonly<Record<string, unknown>>

/** The rows, unless they have more bytes than an answer may have. */
function bounded(rows: readonly Row[], maxBytes: number): readonly Row[] {
  if (rows.reduce((sum, row) => sum + rowBytes(row), 0) > maxBytes) throw tooLong(maxBytes)
  return rows
}

function nearestTo(
  table: LanceTable,
  vector: readonly number[],
  { vectorColumn, ...settings }: LancedbSettings,
): LanceQuery {
  const nearest = table.query().nearestTo(vector).distanceType(distanceOf(settings))
  return vectorColumn === undefined ? nearest : nearest.column(vectorColumn)
}

function withWords(
  table: LanceTable,
  text: string,
  { index, textColumn }: LancedbSettings,
  { MatchQuery }: Lance,
): LanceQuery {
  const column = textColumn ?? (index === undefined ? undefined : 'passage')
  return table.query().fullTextSearch(column === undefined ? text : new MatchQuery(text, column))
}

/** Vectors that were loaded have length one: their inner product is the cosine. */
function distanceOf({
  index,
  distance = index === undefined ? 'cosine' : 'dot',
}: Pick<LancedbSettings, 'index' | 'distance'>): string {
  return distance
}

/** A distance as a score, of which higher ones are better. */
function similarity(distance: number, settings: LancedbSettings): number {
  return distanceOf(settings) === 'l2' ? -distance : 1 - distance
}

/** Reciprocal rank fusion, as LanceDB's own, of the rows of two searches. */
function fused(rankings: readonly (readonly Row[])[]): Row[] {
  const sums = new Map<string, { row: Row; score: number }>()
  for (const rows of rankings) {
    for (const [rank, row] of rows.entries()) {
      const key = String(row._rowid)
      const score = (sums.get(key)?.score ?? 0) + 1 / (RRF_K + rank + 1)
      sums.set(key, { row, score })
    }
  }
  const sorted = [...sums.values()].sort((a, b) => b.score - a.score)
  return sorted.map(({ row, score }) => ({ ...row, score }))
}
