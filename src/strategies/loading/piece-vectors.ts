import { ANALYSIS_VERSION } from '../../analysis/analysis-version.ts'
import type { EmbeddedTexts, Embedder } from '../../models/embedder.ts'
import type { Vectors } from '../../models/vectors.ts'
import { TOOL } from '../../version.ts'
import { passageText } from '../passage-text.ts'
import type { BuildContext } from '../strategy.ts'
import type { Piece } from './shelf.ts'

/** The vectors of pieces and questions, of one embedder. */
export interface PieceVectors {
  /** Another text whenever a piece could have another vector. */
  readonly identity: string
  /** Vectors of pieces, in their order. */
  of(pieces: readonly Piece[], signal: AbortSignal): Promise<Vectors>
  /** The vector of a question. */
  question(text: string, signal: AbortSignal): Promise<Float32Array>
}

/**
 * Vectors for an engine. An embedder that is fitted to the texts makes those of all at once; any other is asked batch by
 * batch, so that the vectors are never all here.
 */
export async function pieceVectors(
  name: string,
  all: readonly Piece[],
  dimensions: number | undefined,
  context: Pick<BuildContext, 'embedder' | 'signal' | 'progress'>,
): Promise<PieceVectors> {
  const embedder = await context.embedder(name)
  const { signal, progress } = context
  const texts = embedder.fitted ? all.map(({ chunk }) => passageText(chunk)) : []
  const embedded = await embedder.index(texts, {
    signal,
    progress: (done, total) => (embedder.fitted ? progress(done, total) : undefined),
    ...(dimensions === undefined ? {} : { dimensions }),
  })
  const made = JSON.stringify([identityOf(embedder, name), dimensions ?? null])
  return {
    identity: embedder.fitted ? JSON.stringify([made, all.map(({ key }) => key)]) : made,
    of: embedder.fitted ? fitted(embedded, all) : (pieces, stop) => embedded.embed(pieces.map(textOf), stop, 'passage'),
    question: async (text, stop) => floatRow(await embedded.embed([text], stop), 0),
  }
}

/** The built-in ones are what this version of the program makes of them. */
function identityOf({ identity, fitted }: Embedder, name: string): string {
  const known = identity ?? name
  return fitted ? `${known} of ${TOOL.name} ${TOOL.version}, analysis ${ANALYSIS_VERSION}` : known
}

const textOf = ({ chunk }: Piece): string => passageText(chunk)

function fitted({ vectors }: EmbeddedTexts, all: readonly Piece[]): PieceVectors['of'] {
  const rows = new Map(all.map(({ key }, row) => [key, row]))
  return async (pieces) =>
    pickRows(
      vectors,
      pieces.map(({ key }) => rows.get(key)!),
    )
}

function pickRows(vectors: Vectors, rows: readonly number[]): Vectors {
  const { dimensions, values } = vectors
  const picked =
    values instanceof Int8Array ? new Int8Array(rows.length * dimensions) : new Float32Array(rows.length * dimensions)
  for (const [to, row] of rows.entries())
    picked.set(values.subarray(row * dimensions, (row + 1) * dimensions), to * dimensions)
  const sizes = { count: rows.length, dimensions }
  return vectors.precision === 'int8'
    ? {
        ...sizes,
        precision: 'int8',
        values: picked as Int8Array,
        scales: Float32Array.from(rows, (row) => vectors.scales[row]!),
      }
    : { ...sizes, precision: 'float32', values: picked as Float32Array }
}

/** A row as single floats, in a memory of its own. */
export function floatRow(vectors: Vectors, row: number): Float32Array {
  const { dimensions } = vectors
  const [from, to] = [row * dimensions, (row + 1) * dimensions]
  if (vectors.precision === 'float32') return vectors.values.slice(from, to)
  const scale = vectors.scales[row]!
  return Float32Array.from(vectors.values.subarray(from, to), (value) => value * scale)
}
