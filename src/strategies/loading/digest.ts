import { createHash } from 'node:crypto'

/** 96 bits of a hash of any value, in hexadecimal digits: short enough for the name of a table. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24)
}
