import { addRow, dotRow, normalise, type VectorRow } from '../../models/vector-rows.ts'

/** Rounds of the assignment; it has settled before in nearly all cases. */
const ROUNDS = 10
/** The smaller side of a cut holds at least this share: single outliers would make a tree as deep as it is wide. */
const SMALLEST_SHARE = 0.25
/** Up to this share of rows that change sides, the sums are mended rather than made anew: that takes twice a row. */
const FEW = 0.4
/** The square of a length: of rows of length one and of rounding, far from both. */
const LEAST_SQUARES = 1e-12

/**
 * Groups of at most `size` near rows, as indices: halved again and again by spherical 2-means (bisecting k-means: Steinbach,
 * Karypis and Kumar, "A Comparison of Document Clustering Techniques", 2000), begun with two rows far from each other, so
 * that nothing is random. Together they hold every row once, groups and rows in a fixed order.
 */
export function bisect(rows: readonly VectorRow[], size: number): number[][] {
  const split = (members: number[]): number[][] => {
    if (members.length <= size) return [members]
    const [left, right] = halves(members, rows)
    return [...split(left), ...split(right)]
  }
  return rows.length === 0 ? [] : split([...rows.keys()])
}

/** Where the members lie between two centres, cut where the nearer centre changes, or as near to that as the shares allow. */
function halves(members: readonly number[], rows: readonly VectorRow[]): [number[], number[]] {
  const leaning = settledLeaning(members, rows)
  const order = [...members.keys()].sort((a, b) => leaning[b]! - leaning[a]! || a - b)
  const least = Math.max(1, Math.floor(members.length * SMALLEST_SHARE))
  const natural = order.filter((place) => leaning[place]! > 0).length
  const cut = Math.min(Math.max(natural, least), members.length - least)
  const inOrder = (places: number[]) => places.sort((a, b) => a - b).map((place) => members[place]!)
  return [inOrder(order.slice(0, cut)), inOrder(order.slice(cut))]
}

/** For each member, how much nearer it is to the first centre than to the second. */
function settledLeaning(members: readonly number[], rows: readonly VectorRow[]): number[] {
  const centre = normalise(sumOf(members, rows))
  const first = vectorOf(rows[farthest(members, rows, centre)]!)
  const second = vectorOf(rows[farthest(members, rows, first)]!)
  let leaning = leaningTo([first, second], members, rows)
  let sides = sidesOf(leaning, members, rows)
  for (let round = 0; round < ROUNDS; round++) {
    const [left, right] = sides
    if (left.count === 0 || right.count === 0) return leaning
    const next = leaningTo([normalise(left.sum.slice()), normalise(right.sum.slice())], members, rows)
    const moved = [...members.keys()].filter((place) => next[place]! > 0 !== leaning[place]! > 0)
    leaning = next
    if (moved.length === 0) break
    const few = moved.length < members.length * FEW
    sides = (few ? movedSides(sides, moved, leaning, members, rows) : null) ?? sidesOf(leaning, members, rows)
  }
  return leaning
}

/** The sum of the rows that lean to a centre, and how many they are. */
interface Side {
  readonly sum: Float64Array
  readonly count: number
}

type Sides = readonly [Side, Side]

function sidesOf(leaning: readonly number[], members: readonly number[], rows: readonly VectorRow[]): Sides {
  const left = members.filter((_, place) => leaning[place]! > 0)
  const right = members.filter((_, place) => leaning[place]! <= 0)
  return [
    { sum: sumOf(left, rows), count: left.length },
    { sum: sumOf(right, rows), count: right.length },
  ]
}

function leaningTo(
  [first, second]: readonly [Float64Array, Float64Array],
  members: readonly number[],
  rows: readonly VectorRow[],
): number[] {
  const between = first.map((value, i) => value - second[i]!)
  return members.map((member) => dotRow(rows[member]!, between))
}

/** The member least like a vector; the first of several. */
function farthest(members: readonly number[], rows: readonly VectorRow[], from: Float64Array): number {
  let found = members[0]!
  let least = Number.POSITIVE_INFINITY
  for (const member of members) {
    const likeness = dotRow(rows[member]!, from)
    if (likeness >= least) continue
    least = likeness
    found = member
  }
  return found
}

/** The sides once some have changed theirs; null where what is left of a sum may be rounding alone. */
function movedSides(
  [left, right]: Sides,
  moved: readonly number[],
  leaning: readonly number[],
  members: readonly number[],
  rows: readonly VectorRow[],
): Sides | null {
  let count = left.count
  for (const place of moved) {
    const sign = leaning[place]! > 0 ? 1 : -1
    addRow(left.sum, rows[members[place]!]!, sign)
    addRow(right.sum, rows[members[place]!]!, -sign)
    count += sign
  }
  if (isNothing(left.sum) || isNothing(right.sum)) return null
  return [
    { sum: left.sum, count },
    { sum: right.sum, count: members.length - count },
  ]
}

function isNothing(sum: Float64Array): boolean {
  return sum.reduce((squares, value) => squares + value * value, 0) < LEAST_SQUARES
}

function sumOf(members: readonly number[], rows: readonly VectorRow[]): Float64Array {
  const sum = new Float64Array(rows[0]!.vectors.dimensions)
  for (const member of members) addRow(sum, rows[member]!)
  return sum
}

function vectorOf(row: VectorRow): Float64Array {
  const vector = new Float64Array(row.vectors.dimensions)
  addRow(vector, row)
  return vector
}
