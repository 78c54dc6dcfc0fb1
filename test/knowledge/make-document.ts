import { contentHash } from '../../src/knowledge/content-hash.ts'
import type { Document } from '../../src/model.ts'

/** A document of the workspace as `loadDocuments` gives it. */
export function makeDocument(path: string, text: string): Document {
  return { id: path, path, text, hash: contentHash(text) }
}

/** A record as `loadBeirCorpus` gives it. */
export function makeRecord(id: string, text: string, title?: string): Document {
  return { id, text, hash: contentHash(text), ...(title === undefined ? {} : { title }) }
}
