const MINUS = '\u2212'

/** A score: three decimals, "n/a" for null, never "-0.000". */
export function score(value: number | null | undefined): string {
  return value === null || value === undefined ? 'n/a' : decimal(value, 3)
}

/** Two amounts with as many decimals, at least three, as it takes to tell them apart: 0.0204 and 0.02 are not the same. */
export function toldApart(a: number, b: number): [string, string] {
  for (let digits = 3; digits < 6; digits++) {
    const texts: [string, string] = [decimal(a, digits), decimal(b, digits)]
    if (a === b || texts[0] !== texts[1]) return texts
  }
  return [decimal(a, 6), decimal(b, 6)]
}

/** A difference with its sign: `+0.008`, `−0.043`, `0` for exactly none. */
export function difference(value: number | null | undefined): string {
  if (value === null || value === undefined) return 'n/a'
  if (value === 0) return '0'
  const digits = Math.abs(value) >= 0.0005 ? 3 : 4
  const text = decimal(Math.abs(value), digits)
  return Number(text) === 0 ? `${value < 0 ? MINUS : '+'}0.000` : `${value < 0 ? MINUS : '+'}${text}`
}

type Interval =
  | { readonly lower: number; readonly upper: number; readonly level?: number; readonly method?: string }
  | { readonly none: string }

/** The interval of a difference, or the sentence that stands in its place. */
export function differenceInterval(interval: Interval | undefined): string {
  if (interval === undefined) return 'n/a'
  return 'none' in interval ? interval.none : `${difference(interval.lower)} … ${difference(interval.upper)}`
}

/** The interval of a score. */
export function scoreInterval(estimate: { readonly lower: number | null; readonly upper: number | null }): string {
  if (estimate.lower === null || estimate.upper === null) return 'n/a'
  return `${score(estimate.lower)} … ${score(estimate.upper)}`
}

/** A duration: `14 ms`, one decimal below 10, never `0.0 ms` for one that took a moment. */
export function milliseconds(value: number | null | undefined): string {
  if (typeof value === 'number' && value > 0 && value < 0.05) return '<0.1 ms'
  return value === null || value === undefined ? 'n/a' : `${decimal(value, Math.abs(value) < 10 ? 1 : 0)} ms`
}

/** The same, in seconds from one second on: `14 ms`, `2.5 s`. */
export function duration(value: number | null | undefined): string {
  return typeof value === 'number' && value >= 999.5 ? `${decimal(value / 1000, 1)} s` : milliseconds(value)
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB']

/** An amount of memory: `512 B`, `3.4 MB`. */
export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return 'n/a'
  const power = value < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(value) / 3))
  const amount = value / 1000 ** power
  return `${power === 0 || amount >= 99.95 ? amount.toFixed(0) : amount.toFixed(1)} ${BYTE_UNITS[power]}`
}

/** A share of one as percent: `95 %`, `97.5 %`. */
export function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? 'n/a' : `${Number((share * 100).toFixed(1))} %`
}

/** A count with its noun: `1 question`, `2 questions`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits)
  return text.startsWith('-') ? (Number(text) === 0 ? text.slice(1) : MINUS + text.slice(1)) : text
}

/** The least amount of money that is not a rounded nothing. */
const LEAST = 0.0001

/** An amount in whatever the prices are in: two decimals, four below one, `< 0.0001` for less than that. */
export function money(amount: number): string {
  if (amount > 0 && amount < LEAST) return `< ${LEAST}`
  return amount === 0 ? '0' : amount.toFixed(amount < 1 ? 4 : 2)
}

/** The same where it is estimated, in a sentence: `about 0.0095`, `less than 0.0001`. */
export function aboutMoney(amount: number): string {
  if (amount > 0 && amount < LEAST) return `less than ${LEAST}`
  return amount === 0 ? '0' : `about ${money(amount)}`
}
