import { addRow, dotRow, normalise, type VectorRow } from '../../models/vector-rows.ts'

/** Rounds of the assignment; it has settled before in nearly all cases. */
const ROUNDS = 10
/** The smaller side of a cut holds at least this share: single outliers would make a tree as deep as it is wide. */
const SMALLEST_SHARE = 0.25

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
  const centre = centreOf(members, rows)
  const first = vectorOf(rows[farthest(members, rows, centre)]!)
  let centres = [first, vectorOf(rows[farthest(members, rows, first)]!)] as const
  let leaning = leaningTo(centres, members, rows)
  for (let round = 0; round < ROUNDS; round++) {
    const left = members.filter((_, place) => leaning[place]! > 0)
    const right = members.filter((_, place) => leaning[place]! <= 0)
    if (left.length === 0 || right.length === 0) return leaning
    centres = [centreOf(left, rows), centreOf(right, rows)]
    const next = leaningTo(centres, members, rows)
    const settled = next.every((value, place) => value > 0 === leaning[place]! > 0)
    leaning = next
    if (settled) break
  }
  return leaning
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

function centreOf(members: readonly number[], rows: readonly VectorRow[]): Float64Array {
  const sum = new Float64Array(rows[members[0]!]!.vectors.dimensions)
  for (const member of members) addRow(sum, rows[member]!)
  return normalise(sum)
}

function vectorOf(row: VectorRow): Float64Array {
  const vector = new Float64Array(row.vectors.dimensions)
  addRow(vector, row)
  return vector
}
