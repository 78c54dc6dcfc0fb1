/**
 * Seconds that an answer asks to wait (RFC 9110, 10.2.3): a number, or a date, which is compared with the answer's own
 * `Date`. Undefined where it says nothing that can be understood.
 */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  if (/^\d+(?:\.\d+)?$/.test(text.trim())) return Number(text)
  const seconds = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
