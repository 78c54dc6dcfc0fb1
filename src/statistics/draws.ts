import { Random } from './random.ts'

/** Indices of one size that are kept: a bit more than ten thousand resamples of two hundred. */
const MOST = 1 << 21

/** Fills an array with indices below its length, each time with the next ones. */
export type Draw = (target: Int32Array) => void

interface Kept {
  readonly random: Random
  readonly drawn: Int32Array
  filled: number
}

/**
 * What is drawn with one seed: for samples of one size always the same, whatever they are samples of. So it is drawn once for
 * all strategies.
 */
export class Draws {
  readonly seed: string
  readonly #kept = new Map<string, Kept>()

  constructor(seed: string) {
    this.seed = seed
  }

  /** From the beginning: `resamples` times `size` indices below `size`. */
  start(size: number, resamples: number): Draw {
    if (size * resamples > MOST) return drawAnew(this.seed)
    const key = `${size} ${resamples}`
    const kept = this.#kept.get(key) ?? newlyKept(this.seed, size * resamples)
    this.#kept.set(key, kept)
    let at = 0
    return (target) => {
      if (at === kept.filled) {
        kept.random.fill(target, size)
        kept.drawn.set(target, at)
        kept.filled += target.length
      } else target.set(kept.drawn.subarray(at, at + target.length))
      at += target.length
    }
  }
}

function newlyKept(seed: string, length: number): Kept {
  return { random: new Random(seed), drawn: new Int32Array(length), filled: 0 }
}

/** Draws with a seed, or with others who draw with it: from the beginning. */
export function drawsOf(seed: string | Draws, size: number, resamples: number): Draw {
  return typeof seed === 'string' ? drawAnew(seed) : seed.start(size, resamples)
}

/** The text of a seed. */
export function seedText(seed: string | Draws): string {
  return typeof seed === 'string' ? seed : seed.seed
}

function drawAnew(seed: string): Draw {
  const random = new Random(seed)
  return (target) => random.fill(target, target.length)
}
