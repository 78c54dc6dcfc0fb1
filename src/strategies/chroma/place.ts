import { UserError } from '../../errors.ts'
import { guardHeaders } from '../engine/guard-headers.ts'
import { SecretKeeper } from '../engine/secret-keeper.ts'
import type { IndexPlace } from '../loading/index-place.ts'
import type { PlaceContext } from '../strategy.ts'
import { ChromaApi } from './chroma-api.ts'
import type { ChromaIndex, ChromaSettings } from './settings.ts'
import { ChromaShelf } from './shelf.ts'

/** Where `index` loads into. */
export function chromaPlace(index: ChromaIndex, { embedder, ...settings }: ChromaSettings, api: ChromaApi): IndexPlace {
  const { maxNeighbors, efConstruction, efSearch } = index.hnsw
  const at = `Chroma at ${addressOf(settings)}`
  return {
    at,
    title: `${at}, collections ${index.name}_...`,
    shelf: new ChromaShelf(api, index),
    settings: index,
    embedder,
    layout: ['chroma', maxNeighbors, efConstruction, efSearch],
    async close() {},
  }
}

/** The place of a strategy with `index`. */
export function openChromaPlace(settings: ChromaSettings, context: PlaceContext): IndexPlace {
  const { index } = settings
  if (index === undefined) throw new UserError({ what: `the strategy ${context.name} has no \`index\`` })
  const keeper = new SecretKeeper(context)
  // What is to be said about them is said when it is loaded.
  guardHeaders(settings.headers, keeper, { name: context.name })
  return chromaPlace(index, settings, new ChromaApi(settings, keeper, context))
}

/** What tells two databases apart: strategies that load into one are listed together, and others are not. */
function addressOf({ url, tenant, database }: Pick<ChromaSettings, 'url' | 'tenant' | 'database'>): string {
  const { host, pathname } = new URL(url)
  const server = `${host}${pathname.replace(/\/+$/, '')}`
  const isDefault = tenant === 'default_tenant' && database === 'default_database'
  return isDefault ? server : `${server} (${tenant}, ${database})`
}
