/**
 * What an error of LanceDB's says. It quotes each layer of its own that an error went through, and where in its sources that
 * was: of these only what went wrong is kept.
 */
export function lanceMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/^.*?lance error: /s, '')
    .replace(/\s+Caused by: [\s\S]*$/, '')
    .replace(/,? \S*\.rs:\d+:\d+/g, '')
    .trim()
}
