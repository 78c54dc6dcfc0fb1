import { resolve } from 'node:path'
import { UserError } from '../../errors.ts'
import type { IndexPlace } from '../loading/index-place.ts'
import type { PlaceContext } from '../strategy.ts'
import type { Library } from './draft.ts'
import { openLance } from './lance.ts'
import { lanceMessage } from './lance-message.ts'
import type { LancedbIndex, LancedbSettings } from './settings.ts'
import { LanceShelf } from './shelf.ts'

/** Where `index` loads into, and its shelf as what it is. */
export interface LancePlace extends IndexPlace {
  readonly shelf: LanceShelf
}

/** Where `index` loads into. Closing it closes the connection. */
export function lancePlace(index: LancedbIndex, { embedder, uri }: LancedbSettings, library: Library): LancePlace {
  const at = `LanceDB at ${uri}`
  return {
    at,
    title: `${at}, tables ${index.name}_...`,
    shelf: new LanceShelf(library, index),
    settings: index,
    embedder,
    layout: ['lancedb', index.language],
    said: lanceMessage,
    async close() {
      library.connection.close()
    },
  }
}

/** LanceDB and the database of a strategy. Throws `UserError` where it is not installed. */
export async function openLibrary({ uri }: LancedbSettings, context: PlaceContext): Promise<Library> {
  const { workspace = context.baseDirectory } = context
  const { lance, arrow } = await openLance(workspace)
  const address = isAddress(uri) ? uri : resolve(workspace, uri)
  try {
    return { lance, arrow, address, connection: await lance.connect(address) }
  } catch (error) {
    throw new UserError({ what: `LanceDB cannot open the database at ${address}`, found: lanceMessage(error) })
  }
}

/** The place of a strategy with `index`. Throws `UserError` where LanceDB is not installed. */
export async function openLancePlace(settings: LancedbSettings, context: PlaceContext): Promise<IndexPlace> {
  const { index } = settings
  if (index === undefined) throw new UserError({ what: `the strategy ${context.name} has no \`index\`` })
  return lancePlace(index, settings, await openLibrary(settings, context))
}

function isAddress(uri: string): boolean {
  return /^[a-z][a-z0-9+]+:\/\//i.test(uri)
}
