export interface WinTieLoss {
  readonly wins: number
  readonly ties: number
  readonly losses: number
}

/** A change of at most this much is a tie; the same bound by which a query counts as worse. */
const SMALLEST_CHANGE = 1e-9

/** How many differences (or clusters' sums of them) rose, stayed and fell. */
export function winTieLoss(differences: ArrayLike<number>): WinTieLoss {
  const values = Array.from(differences)
  const wins = values.filter((value) => value > SMALLEST_CHANGE).length
  const losses = values.filter((value) => value < -SMALLEST_CHANGE).length
  return { wins, ties: values.length - wins - losses, losses }
}
