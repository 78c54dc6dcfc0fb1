import { UserError } from '../../errors.ts'
import type { IndexPlace } from '../loading/index-place.ts'
import type { PlaceContext } from '../strategy.ts'
import { Database } from './database.ts'
import type { PgvectorIndex, PgvectorSettings } from './settings.ts'
import { PostgresShelf } from './shelf.ts'

/** Where `index` loads into. Closing it closes the database. */
export function postgresPlace(index: PgvectorIndex, embedder: string | undefined, database: Database): IndexPlace {
  const { efSearch: _, ...hnsw } = index.hnsw ?? { efSearch: 0 }
  const at = `PostgreSQL at ${database.host}`
  return {
    at,
    title: `${at}, tables ${index.name}_...`,
    shelf: new PostgresShelf(database, index, embedder !== undefined),
    settings: index,
    embedder,
    layout: ['pgvector', index.language, hnsw],
    home: (signal) => database.home(signal),
    close: () => database.close(),
  }
}

/** The place of a strategy with `index`. Throws `UserError` where the variable with the address is not set. */
export function openPostgresPlace(settings: PgvectorSettings, context: PlaceContext): IndexPlace {
  const { index, embedder } = settings
  if (index === undefined) throw new UserError({ what: `the strategy ${context.name} has no \`index\`` })
  return postgresPlace(index, embedder, new Database(settings, context))
}
