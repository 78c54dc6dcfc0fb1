/**
 * The beginning of a text as one line, cut between words: what is masked is masked as a whole word, and would not be
 * recognised in part.
 */
export function shortText(text: string, length = 300): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const end = line.lastIndexOf(' ', length)
  return end > 0 ? `${line.slice(0, end)} ...` : '...'
}
