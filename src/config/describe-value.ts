/** A value from a config or data file as a person would call it, never long. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${JSON.stringify(shorten(value))}`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return `${value}`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  const keys = Object.keys(value)
  return keys.length === 0
    ? 'an empty mapping'
    : `a mapping with ${shorten(keys.map((key) => `\`${key}\``).join(', '))}`
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(values: readonly unknown[]): string {
  const texts = values.map((value) => `\`${String(value)}\``)
  const last = texts.pop() ?? ''
  return texts.length === 0 ? last : `${texts.join(', ')} or ${last}`
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}
