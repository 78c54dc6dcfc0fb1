/** The limits that docs/calibration.md supports; a test holds them against its figures. */

/** The fewest changed questions (or clusters) for an interval of a difference. */
export const FEWEST_CHANGED_FOR_INTERVAL = 12

/** Below this many changed questions there is no p below 0.05: 2 / 2^5 is above it. */
export const FEWEST_CHANGED_FOR_P = 6

/** The same for one of several tests that are adjusted together: the least p of m changes, 2 / 2^m, is held against 0.05 / tests. */
export function fewestChangedForP(tests: number): number {
  return Math.max(FEWEST_CHANGED_FOR_P, Math.ceil(1 + Math.log2(tests / 0.05)))
}

/** The fewest changed questions from which this run's own spread can plan the next. */
export const FEWEST_CHANGED_FOR_POWER = 10

/** Below this many clusters `require` and `prove-safe` are undecidable. */
export const FEWEST_CLUSTERS = 6

/** Below this many clusters a comparison warns. */
export const FEW_CLUSTERS = 20

/** The fewest pairs that `prove-safe` decides on. */
export const FEWEST_PAIRS_TO_PROVE_SAFE = 30
