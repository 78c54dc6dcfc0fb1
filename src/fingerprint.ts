import { createHash } from 'node:crypto'

/** SHA-256 (hex) of a value's JSON; keys in the order given. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
