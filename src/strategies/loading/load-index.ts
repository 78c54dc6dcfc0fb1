import { UserError } from '../../errors.ts'
import type { Chunk } from '../../model.ts'
import { ModelFailure } from '../../models/model-failure.ts'
import type { BuildContext } from '../strategy.ts'
import { digest } from './digest.ts'
import { type IndexPlace, kindOf, saidIn } from './index-place.ts'
import type { LoadReport } from './load-report.ts'
import { type PieceVectors, pieceVectors } from './piece-vectors.ts'
import { corpusOf, piecesOf } from './pieces.ts'
import type { Draft, Holding, Piece } from './shelf.ts'

/** The knowledge base in an engine, whole and ready to be searched. */
export interface LoadedIndex {
  /** Of the table or collection. */
  readonly name: string
  /** Key of a piece -> what it is. */
  readonly chunks: ReadonlyMap<string, Chunk>
  /** The vector of a question; absent without an embedder. */
  readonly vectorOf?: PieceVectors['question']
  /** Removes the states that need not stay, and lets others remove this one. Whatever fails is said, not thrown. */
  close(): Promise<void>
}

export type LoadOptions = Pick<IndexPlace, 'at' | 'shelf' | 'settings' | 'embedder' | 'layout' | 'said'>

/** Counts the changes in what this program writes into engines. */
const FORMAT = 2

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
  const holding = {
    ...{ name, recipe, kind: kindOf(options), corpus: corpusOf(pieces), pieces: pieces.length },
    embedder: embedder ?? '',
  }
  let filled: Filled = { sent: 0, takenOver: 0 }
  await explained(options, context, async () => {
    await shelf.reserve(name, signal)
    const held = await shelf.list(signal)
    if (held.some((one) => one.name === name) && (await shelf.use(name, signal))) return
    const like = held.find((one) => one.recipe === recipe && one.name !== name)
    const filling = { pieces, vectors, like, batch: settings.batch }
    const fillIt = async (draft: Draft): Promise<void> => {
      filled = await fill(draft, filling, context)
    }
    await shelf.write(holding, fillIt, signal)
  })
  context.loaded?.({ at: options.at, state: name, pieces: pieces.length, ...filled })
  return {
    name,
    chunks: new Map(pieces.map(({ key, chunk }) => [key, chunk])),
    ...(vectors === null ? {} : { vectorOf: vectors.question }),
    close: async () => {
      await tidy(options, name, context)
      await shelf.release()
    },
  }
}

interface Filling {
  readonly pieces: readonly Piece[]
  readonly vectors: PieceVectors | null
  /** A holding whose pieces can be taken over. */
  readonly like: Holding | undefined
  readonly batch: number
}

type Filled = Pick<LoadReport, 'sent' | 'takenOver'>

async function fill(draft: Draft, { pieces, vectors, like, batch }: Filling, context: BuildContext): Promise<Filled> {
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
  const takenOver = pieces.length - missing.length
  let done = takenOver
  for (const some of slices(missing, batch)) {
    signal.throwIfAborted()
    await draft.add(some, vectors === null ? null : await vectors.of(some, signal))
    done += some.length
    progress(done, pieces.length)
  }
  return { sent: missing.length, takenOver }
}

function* slices<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

async function explained(
  options: LoadOptions,
  { name, signal }: BuildContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    await options.shelf.release()
    signal.throwIfAborted()
    if (error instanceof UserError || error instanceof ModelFailure) throw error
    throw new UserError({
      what: `the knowledge base could not be loaded into the engine of the strategy ${name}`,
      found: saidIn(options, error),
      hint: 'nothing half-written is left there; without `index` the strategy searches what is there already',
    })
  }
}

async function tidy(options: LoadOptions, own: string, { name, notice, signal }: BuildContext): Promise<void> {
  if (signal.aborted) return
  try {
    const { shelf, settings } = options
    const old = (await shelf.list(signal)).slice(settings.keep).filter((holding) => holding.name !== own)
    for (const holding of old) await shelf.remove(holding.name, signal)
    await shelf.sweep(signal)
  } catch (error) {
    notice(`${name}: what was loaded by earlier runs could not be removed: ${saidIn(options, error)}`)
  }
}
