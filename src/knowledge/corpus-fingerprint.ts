import { createHash } from 'node:crypto'
import type { Document } from '../model.ts'

/** SHA-256 (hex) over the documents' ids and content hashes, whatever their order. */
export function corpusFingerprint(documents: readonly Pick<Document, 'id' | 'hash'>[]): string {
  const entries = documents.map(({ id, hash }) => JSON.stringify([id, hash])).sort()
  return createHash('sha256').update(entries.join('\n'), 'utf8').digest('hex')
}
