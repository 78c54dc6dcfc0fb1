import type { Hit } from './model.ts'

/** The document a hit belongs to: its path, else its document id, else its own id. */
export function documentOf(hit: Pick<Hit, 'id' | 'path' | 'document'>): string {
  return hit.path ?? hit.document ?? hit.id
}
