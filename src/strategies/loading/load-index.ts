import { createHash } from 'node:crypto'
import { UserError } from '../../errors.ts'
import type { Chunk } from '../../model.ts'
import { ModelFailure } from '../../models/model-failure.ts'
import { comparePlaces } from '../hit-order.ts'
import type { BuildContext } from '../strategy.ts'
import type { IndexSettings } from './index-settings.ts'
import { type PieceVectors, pieceVectors } from './piece-vectors.ts'
import type { Draft, Holding, Piece, Shelf } from './shelf.ts'

/** The knowledge base in an engine, whole and ready to be searched. */
export interface LoadedIndex {
  /** Of the table or collection. */
  readonly name: string
  /** Key of a piece -> what it is. */
  readonly chunks: ReadonlyMap<string, Chunk>
  /** The vector of a question; absent without an embedder. */
  readonly vectorOf?: PieceVectors['question']
  /** Removes the states that need not stay. Whatever fails is said, not thrown. */
  tidy(): Promise<void>
}

export interface LoadOptions {
  readonly shelf: Shelf
  readonly settings: IndexSettings
  /** Without it the index has no vectors. */
  readonly embedder: string | undefined
  /** All else that decides what a row is: of the engine. */
  readonly layout: readonly unknown[]
}

/** Counts the changes in what this program writes into engines. */
const FORMAT = 1

/**
 * Puts the pieces of this checkout into an engine under a name that is a hash of all that decides what is found: pieces and
 * vectors. What stands there under it already is used as it is; what another state has in common with this one is taken
 * over inside of the engine; the rest is embedded and sent batch by batch.
 *
 * @throws UserError where the engine refuses
 */
export async function loadIndex(options: LoadOptions, context: BuildContext): Promise<LoadedIndex> {
  const { shelf, settings, embedder, layout } = options
  const { signal } = context
  const pieces = piecesOf(await context.chunks())
  const vectors = embedder === undefined ? null : await pieceVectors(embedder, pieces, settings.dimensions, context)
  const recipe = digest([FORMAT, layout, vectors?.identity ?? null])
  const name = `${settings.name}_${digest([recipe, pieces.map(({ key }) => key)])}`
  await explained(context, async () => {
    await shelf.reserve?.(name, signal)
    const held = await shelf.list(signal)
    if (held.some((one) => one.name === name)) return shelf.use(name, signal)
    const like = held.find((one) => one.recipe === recipe)
    await shelf.write(
      { name, recipe },
      (draft) => fill(draft, { pieces, vectors, like, batch: settings.batch }, context),
      signal,
    )
  })
  return {
    name,
    chunks: new Map(pieces.map(({ key, chunk }) => [key, chunk])),
    ...(vectors === null ? {} : { vectorOf: vectors.question }),
    tidy: () => tidy(shelf, settings.keep, name, context),
  }
}

interface Filling {
  readonly pieces: readonly Piece[]
  readonly vectors: PieceVectors | null
  /** A holding whose pieces can be taken over. */
  readonly like: Holding | undefined
  readonly batch: number
}

async function fill(draft: Draft, { pieces, vectors, like, batch }: Filling, context: BuildContext): Promise<void> {
  const { signal, progress } = context
  let missing = pieces
  if (like !== undefined) {
    const copied = new Set<string>()
    for (const some of slices(pieces, batch)) {
      signal.throwIfAborted()
      for (const key of await draft.copy(like.name, some)) copied.add(key)
    }
    missing = pieces.filter(({ key }) => !copied.has(key))
  }
  let done = pieces.length - missing.length
  for (const some of slices(missing, batch)) {
    signal.throwIfAborted()
    await draft.add(some, vectors === null ? null : await vectors.of(some, signal))
    done += some.length
    progress(done, pieces.length)
  }
}

/** In the order of ties; what is the same in all respects is there once. */
function piecesOf(chunks: readonly Chunk[]): Piece[] {
  const pieces = chunks.toSorted(comparePlaces).map((chunk): Piece => {
    const { id, document, startLine, endLine, headings, text } = chunk
    return { key: digest([id, document, startLine, endLine, headings, text]), chunk }
  })
  return [...new Map(pieces.map((piece) => [piece.key, piece])).values()]
}

function* slices<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** 96 bits in hexadecimal digits: short enough for the name of a table. */
function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24)
}

async function explained({ name, signal }: BuildContext, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UserError || error instanceof ModelFailure) throw error
    throw new UserError({
      what: `the knowledge base could not be loaded into the engine of the strategy ${name}`,
      found: error instanceof Error ? error.message : String(error),
      hint: 'nothing half-written is left there; without `index` the strategy searches what is there already',
    })
  }
}

async function tidy(shelf: Shelf, keep: number, own: string, { name, notice, signal }: BuildContext): Promise<void> {
  try {
    const old = (await shelf.list(signal)).slice(keep).filter((holding) => holding.name !== own)
    for (const holding of old) await shelf.remove(holding.name, signal)
  } catch (error) {
    notice(
      `${name}: what was loaded by earlier runs could not be removed: ${error instanceof Error ? error.message : error}`,
    )
  }
}
