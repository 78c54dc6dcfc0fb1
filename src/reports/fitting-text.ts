/** The first text, from the fullest on, that takes at most `maxBytes` of UTF-8; the last one where none does. */
export function fittingText(levels: readonly (() => string)[], maxBytes: number): string {
  let text = ''
  for (const level of levels) {
    text = level()
    if (Buffer.byteLength(text) <= maxBytes) break
  }
  return text
}
