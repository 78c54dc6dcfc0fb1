import { compareCodeUnits } from '../code-units.ts'
import { editDistance } from '../config/nearest.ts'

interface Entry {
  readonly name: string
  readonly letters: number
  readonly paths: string[]
}

/** Of so many files with one name, more are not compared. */
const MOST_NAMESAKES = 500

/**
 * Finds the path that a mistaken one most likely meant: a file of the same name elsewhere, else one whose name is at most
 * a quarter of its letters away. A look-up costs a pass over the distinct file names, not over pairs of paths.
 */
export class NearestPath {
  readonly #entries = new Map<string, Entry>()

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const name = fileName(path)
      const entry = this.#entries.get(name)
      if (entry === undefined) this.#entries.set(name, { name, letters: letterSet(name), paths: [path] })
      else if (entry.paths.length < MOST_NAMESAKES) entry.paths.push(path)
    }
  }

  find(path: string): string | undefined {
    const name = fileName(path)
    const candidates = this.#entries.get(name)?.paths ?? this.#similar(name)
    return closest(path, candidates)
  }

  /** The paths of the names with the fewest edits. */
  #similar(name: string): string[] {
    let limit = Math.max(1, Math.floor(name.length / 4))
    let best: string[] = []
    const letters = letterSet(name)
    for (const entry of this.#entries.values()) {
      // Every edit changes at most two members of the set of letters.
      if (Math.abs(entry.name.length - name.length) > limit || bits(entry.letters ^ letters) > 2 * limit) continue
      const distance = editDistance(name, entry.name, limit)
      if (distance > limit) continue
      best = distance < limit ? [...entry.paths] : [...best, ...entry.paths]
      limit = distance
    }
    return best
  }
}

function closest(path: string, candidates: readonly string[]): string | undefined {
  const parts = new Set(path.toLowerCase().split('/'))
  const shared = (other: string) =>
    other
      .toLowerCase()
      .split('/')
      .filter((part) => parts.has(part)).length
  const ranked = candidates.map((candidate) => ({
    candidate,
    shared: shared(candidate),
    distance: editDistance(path, candidate, 40),
  }))
  ranked.sort((a, b) => b.shared - a.shared || a.distance - b.distance || compareCodeUnits(a.candidate, b.candidate))
  return ranked[0]?.candidate
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

function letterSet(name: string): number {
  let letters = 0
  for (let index = 0; index < name.length; index++) letters |= 1 << (name.charCodeAt(index) & 31)
  return letters
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}
