import { addRow, dotRow, type VectorRow } from '../../models/vector-rows.ts'

/** Numbers of rows, together or halved. */
export type Tree = { readonly members: readonly number[] } | { readonly halves: readonly [Tree, Tree] }

export interface HalvingOptions {
  /** Rows that stay together at most. */
  readonly size: number
  /** Place of each row in an order that has nothing to do with what it holds, and hardly changes when others do. */
  readonly rank: readonly number[]
  /** What is known already of rows: their likeness to every row. */
  readonly known?: Likenesses
}

/** Rows that may be the centre of a half: with more of them halves are denser, and one text more often moves others. */
const CANDIDATES = 16
/** The smaller half holds at least this share: single outliers would make a tree as deep as it is wide. */
const SMALLEST_SHARE = 0.25

/** Of rows that may be centres, their likeness to each member. */
export type Likenesses = ReadonlyMap<number, Float32Array>

interface Cut {
  readonly toFirst: Float32Array
  readonly toSecond: Float32Array
  /** Members that are nearer to the first. */
  readonly count: number
  /** Sum of the likenesses of members and their centres. */
  readonly likeness: number
}

/**
 * Rows, halved again and again: each is put to the nearer of two of them (bisecting k-medoids: Kaufman and Rousseeuw, "Finding
 * Groups in Data", 1990, with a sample for centres as their CLARA has it). Means would be better centres by a little, but each
 * row that comes, goes or changes moves them, and other rows with them. Here a row that is no centre moves none but itself,
 * other than where a half would be too small.
 */
export function halvingTree(rows: readonly VectorRow[], { size, rank, known = new Map() }: HalvingOptions): Tree {
  const split = (members: readonly number[], known: Likenesses): Tree => {
    if (members.length <= size) return { members }
    const likenesses = likenessesOf(members, rows, rank, known)
    // What is known of a row is known in the half that it lies in.
    const half = (places: readonly number[]): Tree => {
      const inside = places.map((place) => members[place]!)
      const kept = new Map<number, Float32Array>()
      for (const member of inside) {
        const likeness = likenesses.get(member) ?? known.get(member)
        if (likeness !== undefined) kept.set(member, at(places, likeness))
      }
      return split(inside, kept)
    }
    const [left, right] = halves([...likenesses.values()], members.length)
    return { halves: [half(left), half(right)] }
  }
  return split([...rows.keys()], known)
}

function at(places: readonly number[], likeness: Float32Array): Float32Array {
  const some = new Float32Array(places.length)
  for (let i = 0; i < some.length; i++) some[i] = likeness[places[i]!]!
  return some
}

/** Places of members. */
function halves(likenesses: readonly Float32Array[], total: number): [number[], number[]] {
  const least = Math.max(1, Math.floor(total * SMALLEST_SHARE))
  const most = total - least
  const { toFirst, toSecond, count } = bestCut(likenesses, least, most)
  const leaning = toFirst.map((likeness, place) => likeness - toSecond[place]!)
  const places = [...leaning.keys()]
  const isLeft =
    count >= least && count <= most
      ? leaning.map((one) => (one > 0 ? 1 : 0))
      : firstOf(
          places.toSorted((a, b) => leaning[b]! - leaning[a]! || a - b),
          Math.min(Math.max(count, least), most),
        )
  return [places.filter((place) => isLeft[place] === 1), places.filter((place) => isLeft[place] !== 1)]
}

/** By place: 1 for the first `count` of an order. */
function firstOf(order: readonly number[], count: number): Float32Array {
  const marks = new Float32Array(order.length)
  for (const place of order.slice(0, count)) marks[place] = 1
  return marks
}

function likenessesOf(
  members: readonly number[],
  rows: readonly VectorRow[],
  rank: readonly number[],
  known: Likenesses,
): Likenesses {
  const candidates = [...members].sort((a, b) => rank[a]! - rank[b]!).slice(0, CANDIDATES)
  return new Map(
    candidates.map((candidate) => [candidate, known.get(candidate) ?? likenessOf(rows[candidate]!, members, rows)]),
  )
}

function likenessOf(centre: VectorRow, members: readonly number[], rows: readonly VectorRow[]): Float32Array {
  const vector = vectorOf(centre)
  const likeness = new Float32Array(members.length)
  for (let i = 0; i < likeness.length; i++) likeness[i] = dotRow(rows[members[i]!]!, vector)
  return likeness
}

/** Between two candidates that members are as near to as to no other two; those that leave neither half too small come first. */
function bestCut(likenesses: readonly Float32Array[], least: number, most: number): Cut {
  const isWhole = ({ count }: Cut) => count >= least && count <= most
  let best: Cut | undefined
  for (const [second, toSecond] of likenesses.entries()) {
    for (const toFirst of likenesses.slice(0, second)) {
      const cut = cutBetween(toFirst, toSecond)
      const isBetter =
        best === undefined || (isWhole(cut) === isWhole(best) ? cut.likeness > best.likeness : isWhole(cut))
      if (isBetter) best = cut
    }
  }
  return best!
}

function cutBetween(toFirst: Float32Array, toSecond: Float32Array): Cut {
  let [count, likeness] = [0, 0]
  for (let place = 0; place < toFirst.length; place++) {
    const [first, second] = [toFirst[place]!, toSecond[place]!]
    likeness += Math.max(first, second)
    if (first > second) count++
  }
  return { toFirst, toSecond, count, likeness }
}

function vectorOf(row: VectorRow): Float64Array {
  const vector = new Float64Array(row.vectors.dimensions)
  addRow(vector, row)
  return vector
}
