/** Characters of an answer that a message quotes. */
const QUOTED = 200

/** The beginning of what an engine sent, on one line, for a message. */
export function excerpt(value: unknown, most = QUOTED): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const line = text.replace(/\s+/g, ' ').trim()
  const quoted = line.length <= most ? line : `${line.slice(0, most)}…`
  return typeof value === 'string' ? `"${quoted}"` : quoted
}
