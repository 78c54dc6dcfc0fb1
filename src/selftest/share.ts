import { binomialUpper } from '../statistics/binomial-upper.ts'

/** How often something happened, with the exact two-sided 95 % interval of its share (Clopper & Pearson, 1934). */
export interface Share {
  readonly count: number
  readonly of: number
  readonly share: number
  readonly lower: number
  readonly upper: number
}

/** `count` of `of` trials. */
export function shareOf(count: number, of: number): Share {
  const oneSided = 0.975
  return {
    count,
    of,
    share: count / of,
    lower: count === 0 ? 0 : 1 - binomialUpper(of - count, of, oneSided),
    upper: binomialUpper(count, of, oneSided),
  }
}
