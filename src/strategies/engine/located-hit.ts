import { contentHash } from '../../knowledge/content-hash.ts'
import type { Hit } from '../../model.ts'
import type { RawHit } from './engine.ts'
import { EngineFailure } from './engine-failure.ts'
import { linesOf } from './lines-of.ts'
import type { Place, Places } from './places.ts'

/** A hit whose place in the knowledge base is known, or that it has none. */
export interface LocatedHit {
  /** Without its text, unless the engine gave it. */
  readonly hit: Hit
  readonly place: Place | undefined
}

type Building = { -readonly [Key in keyof Hit]: Hit[Key] }

/** Finds the place of an engine's hit, the `index`-th of its answer. Throws `EngineFailure` where it has no name. */
export function locatedHit(raw: RawHit, score: number, index: number, places: Places): LocatedHit {
  const place = places.of(raw)
  const hit = place === undefined ? outsideHit(raw, score, index) : insideHit(raw, score, place)
  if (raw.text !== undefined) hit.text = raw.text
  return { hit, place }
}

function insideHit({ id, text }: RawHit, score: number, { document, startLine, endLine }: Place): Building {
  const hit: Building = { id: id ?? nameOf(document.id, startLine, endLine, text), score, document: document.id }
  if (document.path !== undefined) hit.path = document.path
  if (startLine === undefined || endLine === undefined) return hit
  hit.startLine = startLine
  hit.endLine = endLine
  return hit
}

function outsideHit(raw: RawHit, score: number, index: number): Building {
  const document = raw.path ?? raw.document
  const id = raw.id ?? spanOf(document, raw.startLine, raw.endLine)
  if (id === undefined) {
    throw new EngineFailure(
      `hit ${index + 1} has no id, no path and no document; say where they are with \`hits.id\` or \`hits.path\``,
    )
  }
  const hit: Building = { id, score, outside: true }
  if (document) hit.document = document
  return hit
}

/** The hit with a text: the engine's, or what stands in its lines. A hit that is a whole document has none. */
export function hitWithText({ hit, place }: LocatedHit): Hit {
  if (hit.text !== undefined || place?.startLine === undefined || place.endLine === undefined) return hit
  return { ...hit, text: linesOf(place.document.text, place.startLine, place.endLine) }
}

/** Pieces of one document that have neither id nor lines are told apart by their texts. */
function nameOf(document: string, startLine?: number, endLine?: number, text?: string): string {
  if (startLine !== undefined || text === undefined) return spanOf(document, startLine, endLine)!
  return `${document}#${contentHash(text).slice(0, 8)}`
}

function spanOf(name: string | undefined, startLine?: number, endLine = startLine): string | undefined {
  return name === undefined || startLine === undefined ? name : `${name}:${startLine}-${endLine}`
}
