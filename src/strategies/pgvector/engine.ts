import type { Engine } from '../engine/engine.ts'
import { questionVectors } from '../engine/question-vectors.ts'
import { hitReader } from '../engine/read-hits.ts'
import { indexedHits } from '../loading/indexed-hits.ts'
import { type LoadedIndex, loadIndex } from '../loading/load-index.ts'
import type { BuildContext } from '../strategy.ts'
import { binaryVector } from './binary-vectors.ts'
import { Database } from './database.ts'
import { isCast, quoted, type Statement, statementOf } from './named-parameters.ts'
import { postgresPlace } from './place.ts'
import { searchSql } from './search-sql.ts'
import type { PgvectorSettings } from './settings.ts'
import { vectorText } from './vector-text.ts'

/** PostgreSQL as an engine, the knowledge base loaded into it where the settings ask for that. Throws `UserError`. */
export async function pgvectorEngine(given: PgvectorSettings, context: BuildContext): Promise<Engine> {
  const settings = withSearchSettings(given)
  const database = new Database(settings, context)
  const index = await loaded(settings, database, context).catch(async (error) => {
    await database.close()
    throw error
  })
  const vectorOf =
    index?.vectorOf ?? (settings.embedder === undefined ? undefined : questionVectors(settings.embedder, context))
  const statements = new Map<number | undefined, Statement>()
  const readHits = hitReader(
    settings.index !== undefined && settings.sql === undefined
      ? { ...settings.hits, id: 'key', score: 'score' }
      : settings.hits,
  )
  // Numbers as they are in memory need not be written and read; text is what every type takes.
  const formOf = settings.sql === undefined || isCast(settings.sql, 'vector', 'vector') ? binaryVector : vectorText
  const statementFor = (dimensions: number | undefined): Statement => {
    const statement = statements.get(dimensions) ?? makeStatement(settings, index, dimensions)
    statements.set(dimensions, statement)
    return statement
  }

  return {
    async ask(question, k, signal) {
      const vector = await vectorOf?.(question.text, signal)
      const { text, names } = statementFor(vector?.length)
      const values = { query: question.text, k, vector: vector === undefined ? null : formOf(vector) }
      const rows = await database.read(
        text,
        names.map((name) => values[name as keyof typeof values]),
        signal,
      )
      const hits = readHits(rows)
      return { hits: index === undefined ? hits : indexedHits(hits, index.chunks) }
    },
    async close() {
      await index?.close()
      await database.close()
    },
  }
}

async function loaded(
  { index, embedder }: PgvectorSettings,
  database: Database,
  context: BuildContext,
): Promise<LoadedIndex | undefined> {
  return index === undefined ? undefined : loadIndex(postgresPlace(index, embedder, database), context)
}

function makeStatement(
  { sql, search = 'vector', index }: PgvectorSettings,
  loaded: LoadedIndex | undefined,
  dimensions: number | undefined,
): Statement {
  const table = loaded === undefined ? {} : { table: quoted(loaded.name) }
  return statementOf(sql ?? searchSql(search, index!, dimensions), table)
}

/** An approximate index returns no more hits than candidates, unless it goes on where it stopped. */
function withSearchSettings(settings: PgvectorSettings): PgvectorSettings {
  const { hnsw } = settings.index ?? {}
  if (hnsw === undefined) return settings
  const session = { 'hnsw.ef_search': hnsw.efSearch, 'hnsw.iterative_scan': 'strict_order', ...settings.session }
  return { ...settings, session }
}
