import type { Target } from '../model.ts'
import type { Links } from './report.ts'

/** Somewhere in the knowledge base, as a hit or a judgment names it. */
export interface Place {
  readonly id: string
  readonly path?: string
  readonly startLine?: number
  readonly endLine?: number
}

/** As people write it: `docs/a.md:10-25`, a path alone, or a record's id. */
export function placeName({ id, path, startLine, endLine }: Place): string {
  if (path === undefined) return id
  return startLine === undefined ? path : `${path}:${startLine}-${endLine ?? startLine}`
}

/** Where a judgment's target is; a glob or an id is nowhere that could be linked to. */
export function placeOfTarget(id: string, target: Target): Place {
  if (target.kind === 'file') return { id, path: target.path }
  if (target.kind === 'lines') return { id, path: target.path, startLine: target.startLine, endLine: target.endLine }
  return { id }
}

const LONGEST_ADDRESS = 2000

/** The place at the head commit on GitHub, where repository and commit are known. */
export function placeAddress(place: Place, { repository, commit, root }: Links): string | undefined {
  const site = webAddress(repository)
  if (site === undefined || commit === undefined || place.path === undefined) return undefined
  const path = `${root ?? ''}${place.path}`.split('/').map(encoded).join('/')
  const plain = /\.(md|markdown|mdx|rst|ipynb)$/iu.test(place.path) && place.startLine !== undefined ? '?plain=1' : ''
  const lines = place.startLine === undefined ? '' : `#L${place.startLine}-L${place.endLine ?? place.startLine}`
  const address = `${site}/blob/${encoded(commit)}/${path}${plain}${lines}`
  return address.length <= LONGEST_ADDRESS ? address : undefined
}

/** A web address that ends neither a Markdown link nor an attribute; anything else is no address. */
export function webAddress(address: string | undefined): string | undefined {
  if (address === undefined || !/^https?:\/\//u.test(address)) return undefined
  return encodeURI(wellFormed(address)).replace(/[()'*!]/gu, percentEncoded)
}

function encoded(segment: string): string {
  return encodeURIComponent(wellFormed(segment)).replace(/[()'*!]/gu, percentEncoded)
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
