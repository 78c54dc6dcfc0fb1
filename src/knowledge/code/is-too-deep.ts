/** Far above what code has, and far below what the parser dies of. */
const DEEPEST = 4_000

/**
 * Whether a text opens so many angle brackets that parsing it could need more memory than there is. At the end of a text the
 * Java grammar weighs up all that is open at once: at 14,000 the parser runs out, and no later text can be parsed.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === OPEN && ++depth > DEEPEST) return true
    if (unit === CLOSE && depth > 0) depth--
  }
  return false
}

const OPEN = '<'.charCodeAt(0)
const CLOSE = '>'.charCodeAt(0)
