import type { Document } from '../model.ts'

const known = new WeakMap<Document, string>()

/**
 * What a document is known by in a cache: all that decides how it is cut. The size tells apart texts that differ in their
 * line ends only, which have one hash.
 */
export function documentKey(document: Document): string {
  let key = known.get(document)
  if (key === undefined) {
    const { id, path, title, hash, bytes } = document
    key = JSON.stringify([id, path === undefined ? 0 : 1, title ?? null, hash, bytes ?? document.text.length])
    known.set(document, key)
  }
  return key
}
