/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i)
/** So many significant digits make a whole number that a double holds exactly. */
const EXACT_DIGITS = 15
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const INFINITE = /^[+-]?inf(?:inity)?$/i

/** The number written in `bytes[start, end)`, correctly rounded to a double; NaN where it is none. */
export function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  return parse(bytes, start, end, false)
}

/** The same, rounded to a 32-bit float: much faster for the long decimals that other programs print. */
export function parseFloat32(bytes: Uint8Array, start: number, end: number): number {
  return Math.fround(parse(bytes, start, end, true))
}

/**
 * Reads plain digits without making a string: 15 digits and the power of ten are exact, so their quotient is the nearest
 * double. More digits do not matter to a `single` unless a rounding boundary lies between this quotient and the next.
 */
function parse(bytes: Uint8Array, start: number, end: number, single: boolean): number {
  const negative = bytes[start] === 45
  let mantissa = 0
  let digits = 0
  let decimals = -1
  let dropped = 0
  for (let i = negative ? start + 1 : start; i < end; i++) {
    const byte = bytes[i]!
    if (byte === 46 && decimals === -1) {
      decimals = 0
    } else if (byte < 48 || byte > 57) {
      return parseSlowly(bytes, start, end)
    } else if (digits === EXACT_DIGITS) {
      if (decimals === -1) return parseSlowly(bytes, start, end)
      dropped++
    } else {
      mantissa = 10 * mantissa + byte - 48
      if (mantissa > 0) digits++
      if (decimals !== -1) decimals++
    }
  }
  const length = end - start - (negative ? 1 : 0) - (decimals === -1 ? 0 : 1)
  if (length <= 0 || decimals >= POWERS.length || (dropped > 0 && !single)) return parseSlowly(bytes, start, end)
  const power = POWERS[Math.max(0, decimals)]!
  const value = mantissa / power
  if (dropped > 0 && Math.fround(value) !== Math.fround((mantissa + 1) / power)) return parseSlowly(bytes, start, end)
  return negative ? -value : value
}

function parseSlowly(bytes: Uint8Array, start: number, end: number): number {
  const text = Buffer.from(bytes.subarray(start, end)).toString('latin1')
  if (DECIMAL.test(text)) return Number(text)
  if (INFINITE.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return Number.NaN
}
