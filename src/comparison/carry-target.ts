import { contentHash } from '../knowledge/content-hash.ts'
import type { Target } from '../model.ts'
import type { Carried } from './carried.ts'
import { carryGlob } from './carry-glob.ts'
import { mapLines } from './line-map.ts'
import { mapByPassages, type Passage } from './map-by-passages.ts'

/** What version control knows about the two sides; every answer may be `undefined`. */
export interface History {
  /** Path on the `to` side of a file that was renamed with changes. */
  counterpart(path: string): Promise<string | undefined>
  fromText(path: string): Promise<string | undefined>
  toText(path: string): Promise<string | undefined>
}

/** The documents of one side as its report knows them. */
export interface SideDocuments {
  /** Document id (path) -> content hash. */
  readonly hashes: ReadonlyMap<string, string>
  /** Path -> the pieces of it that any ranking holds. */
  readonly passages: ReadonlyMap<string, readonly Passage[]>
}

export interface CarryContext {
  /** The side the target comes from, and the side it goes to. */
  readonly from: SideDocuments
  readonly to: SideDocuments
  /** Content hash -> first document with it that only the `to` side has under that name. */
  readonly moved: ReadonlyMap<string, string>
  readonly history: History | null
}

/** Everything that carrying from one side to the other needs. */
export function carryContext(from: SideDocuments, to: SideDocuments, history: History | null): CarryContext {
  const moved = new Map<string, string>()
  for (const [id, hash] of to.hashes) if (!from.hashes.has(id) && !moved.has(hash)) moved.set(hash, id)
  return { from, to, moved, history }
}

/**
 * A judgment's target in the other side's coordinates: by path (or id), else by identical content, else by what version
 * control knows. A target that neither side has stays as it is: both sides miss it alike.
 */
export async function carryTarget(target: Target, context: CarryContext): Promise<Carried> {
  const { from, to } = context
  const counterpartOf = (name: string) => documentCounterpart(name, context)
  if (target.kind === 'glob') return carryGlob(target, { from: from.hashes, to: to.hashes, counterpartOf })
  const name = target.kind === 'id' ? target.id : target.path
  const counterpart = await counterpartOf(name)
  if (counterpart === undefined) return from.hashes.has(name) ? { reason: 'new' } : { target }
  if (target.kind === 'id') return { target: { kind: 'id', id: counterpart } }
  if (target.kind === 'file') return { target: { kind: 'file', path: counterpart } }
  return carryLines(target, counterpart, context)
}

async function documentCounterpart(name: string, { from, to, moved, history }: CarryContext) {
  if (to.hashes.has(name)) return name
  const hash = from.hashes.get(name)
  if (hash === undefined) return undefined
  const found = moved.get(hash) ?? (await history?.counterpart(name))
  return found !== undefined && to.hashes.has(found) ? found : undefined
}

async function carryLines(
  target: Target & { kind: 'lines' },
  path: string,
  { from, to, history }: CarryContext,
): Promise<Carried> {
  const before = from.hashes.get(target.path)
  const after = to.hashes.get(path)
  // A file that the side of the label no longer has: its lines can only be meant as the other side has them.
  if (before === undefined || before === after) return { target: { ...target, path } }
  const [fromText, toText] = await Promise.all([
    measured(history?.fromText(target.path), before),
    measured(history?.toText(path), after),
  ])
  if (fromText !== undefined && toText !== undefined) {
    const lines = mapLines(fromText, toText, target)
    return lines === null ? { reason: 'new' } : { target: { kind: 'lines', path, ...lines } }
  }
  const lines = mapByPassages(target, from.passages.get(target.path) ?? [], to.passages.get(path) ?? [])
  return lines === null ? { reason: 'unmapped' } : { target: { kind: 'lines', path, ...lines } }
}

/** The text, if it is the one that was measured: a report may be made from files that were never committed. */
async function measured(text: Promise<string | undefined> | undefined, hash: string | undefined) {
  const found = await text
  const plain = found?.startsWith('\uFEFF') ? found.slice(1) : found
  return plain !== undefined && contentHash(plain) === hash ? plain : undefined
}
