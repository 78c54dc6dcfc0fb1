import type { Pace } from './strategy.ts'

/** A pace that all of several can keep; undefined where none is stated. */
export function slowestPace(paces: readonly (Pace | undefined)[]): Pace | undefined {
  const stated = paces.filter((pace) => pace !== undefined)
  if (stated.length === 0) return undefined
  return {
    concurrency: Math.min(...stated.map(({ concurrency }) => concurrency)),
    warmUp: Math.max(...stated.map(({ warmUp }) => warmUp)),
  }
}
