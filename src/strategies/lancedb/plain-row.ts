import type { LanceRow } from './lance.ts'

/**
 * A row of an Arrow table as plain values: structs as objects, lists as arrays, and whole numbers of 64 bits, which pipelines
 * in Python write into every column of whole numbers, as numbers; as texts where a number would not be exact.
 */
export function plainRow(row: LanceRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row.toJSON()).map(([name, value]) => [name, plain(value)]))
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (!isArrow(value)) return value
  const inner: unknown = value.toJSON()
  return Array.isArray(inner) ? inner.map(plain) : plainRow(value)
}

/** A struct is a row within a row, a list a column within it; each hides what it has of its own from `in`. A time makes a text of itself. */
function isArrow(value: unknown): value is LanceRow {
  if (typeof value !== 'object' || value === null || value instanceof Date) return false
  return typeof (value as Partial<LanceRow>).toJSON === 'function'
}
