/**
 * Seconds that an answer asks to wait (RFC 9110, 10.2.3): a number, or a date, which is compared with the answer's own
 * `Date` and may lie before it. Undefined where it says nothing that can be understood.
 * @param header gives a header by its name in small letters
 */
export function retryAfter(header: (name: string) => string | null | undefined): number | undefined {
  const text = header('retry-after') ?? ''
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.parse(header('date') ?? '')) / 1000
  return Number.isFinite(seconds) ? seconds : undefined
}
