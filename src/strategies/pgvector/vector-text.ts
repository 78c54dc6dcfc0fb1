/** Decimals that tell every two single floats apart, whatever their size. */
const DIGITS = 9
/** Characters of a number at most, with what stands between it and the next: `-1.1754943508222875e-38,`. */
const LONGEST = 25
/** In ASCII. */
const [COMMA, MINUS, POINT, ZERO, OPEN, CLOSE] = [44, 45, 46, 48, 91, 93]

/**
 * A vector as PostgreSQL reads it from text; any of pgvector's types takes it. It holds single floats at most, so nine digits do: made
 * of whole numbers they take a quarter of the time that all the digits of a double take, and half of it to read.
 */
export function vectorText(vector: Float32Array): string {
  const bytes = Buffer.allocUnsafe(LONGEST * vector.length + 2)
  let end = 0
  bytes[end++] = OPEN
  for (let at = 0; at < vector.length; at++) {
    if (at > 0) bytes[end++] = COMMA
    end = writeFloat(bytes, vector[at]!, end)
  }
  bytes[end++] = CLOSE
  return bytes.toString('latin1', 0, end)
}

/** Writes a number, and returns where it ends. */
function writeFloat(bytes: Buffer, value: number, start: number): number {
  const size = Math.abs(value)
  if (!(size >= 1e-4 && size < 1)) return start + bytes.write(String(value), start, 'latin1')
  const zeros = size >= 0.1 ? 0 : size >= 0.01 ? 1 : size >= 0.001 ? 2 : 3
  let end = start
  if (value < 0) bytes[end++] = MINUS
  bytes[end++] = ZERO
  bytes[end++] = POINT
  for (let zero = 0; zero < zeros; zero++) bytes[end++] = ZERO
  end += DIGITS
  // No more than 2 ** 30: whole numbers of this size are divided fast.
  let left = Math.round(size * SCALES[zeros]!)
  for (let place = end - 1; place >= end - DIGITS; place--) {
    const rest = (left / 10) | 0
    bytes[place] = ZERO + left - 10 * rest
    left = rest
  }
  return end
}

const SCALES = [1e9, 1e10, 1e11, 1e12]
