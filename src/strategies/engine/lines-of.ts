/** The lines of a text from one to another (1-based, inclusive), as far as there are any. No more of the text is taken apart. */
export function linesOf(text: string, startLine: number, endLine: number): string {
  let start = 0
  for (let line = 1; line < startLine; line++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return ''
    start = end + 1
  }
  let end = start - 1
  for (let line = startLine; line <= endLine; line++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text.slice(start).replaceAll('\r\n', '\n')
  }
  return text
    .slice(start, end + 1)
    .replaceAll('\r\n', '\n')
    .slice(0, -1)
}
