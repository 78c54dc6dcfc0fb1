/**
 * The text of a `.gitignore` that leaves a folder out: one line longer, or the same where a line of it does that already.
 * A text without an end of line gets one first, and CRLF stays CRLF.
 */
export function withIgnored(text: string, folder: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, ''))
  if (lines.includes(folder)) return text
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text.endsWith('\n') ? '' : newline
  return `${text}${gap}${folder}/${newline}`
}
