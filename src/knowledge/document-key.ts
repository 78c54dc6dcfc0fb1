import type { Document } from '../model.ts'

/**
 * What a document is known by in a cache: all that decides how it is cut. The length tells apart texts that differ in their
 * line ends only, which have one hash.
 */
export function documentKey({ id, path, title, hash, text }: Document): string {
  return JSON.stringify([id, path === undefined ? 0 : 1, title ?? null, hash, text.length])
}
