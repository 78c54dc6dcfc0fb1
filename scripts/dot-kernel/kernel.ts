import { op, section, text, type, unsigned, vector } from './encode.ts'

/** How a kernel reads one step of a row and of a query, and what it does with the two. */
interface Element {
  /** Bytes that one step reads of a row, and of a query. */
  readonly rowBytes: number
  readonly queryBytes: number
  loadRow(offset: number): number[]
  readonly multiplyAdd: { readonly product: readonly number[]; readonly sum: readonly number[] }
  /** The four lanes of a sum as one number: (0 + 1) + (2 + 3). */
  reduce(local: number): number[]
  store(offset: number): number[]
}

/** Four 32-bit floats a step. */
const float: Element = {
  rowBytes: 16,
  queryBytes: 16,
  loadRow: op.load,
  multiplyAdd: { product: op.multiplyFloats, sum: op.addFloats },
  reduce: (local) => lanes(local, op.floatLane, op.addFloat),
  store: op.storeFloat,
}

/** Eight bytes of a row and eight 16-bit numbers of a query a step; the sums are exact. */
const byte: Element = {
  rowBytes: 8,
  queryBytes: 16,
  loadRow: op.loadBytes,
  multiplyAdd: { product: op.dotPairs, sum: op.addIntegers },
  reduce: (local) => lanes(local, op.integerLane, op.add),
  store: op.storeInteger,
}

function lanes(local: number, lane: (lane: number) => number[], add: number[]): number[] {
  const pair = (first: number) => [...op.get(local), ...lane(first), ...op.get(local), ...lane(first + 1), ...add]
  return [...pair(0), ...pair(2), ...add]
}

/** Rows and queries whose products are summed side by side, so that each is loaded once for all of the other kind. */
interface Tile {
  readonly rows: number
  readonly queries: number
}

/** Steps of one turn of the innermost loop; rows are padded to as many. */
const UNROLLED = 4

/** The parameters, in order; all are addresses or lengths in bytes, and lengths are whole numbers of tiles and turns. */
const PARAMETERS = ['rows', 'rowsEnd', 'rowBytes', 'queries', 'queriesEnd', 'queryBytes', 'out', 'outBytes'] as const
const parameter = (name: (typeof PARAMETERS)[number]) => op.get(PARAMETERS.indexOf(name))
const setParameter = (name: (typeof PARAMETERS)[number]) => op.set(PARAMETERS.indexOf(name))

/**
 * One function: all products of rows and queries, the product of row r and query q going to `out + q * outBytes + 4 * r`.
 * Each product is summed in four lanes over the row in order, whatever the tile: every tile gives the same bits.
 */
function kernel(element: Element, tile: Tile): number[] {
  const first = PARAMETERS.length
  const query = first
  const target = first + 1
  const rowAt = (row: number) => first + 2 + row
  const queryAt = (index: number) => first + 2 + tile.rows + index
  const integers = 2 + tile.rows + tile.queries
  const rowValue = (row: number) => first + integers + row
  const queryValue = first + integers + tile.rows
  const sum = (row: number, index: number) => queryValue + 1 + row * tile.queries + index
  const rows = [...Array(tile.rows).keys()]
  const queries = [...Array(tile.queries).keys()]
  const advance = (local: number, by: number[]) => [...op.get(local), ...by, ...op.add, ...op.set(local)]

  const pointers = (base: number[], at: (index: number) => number, bytes: number[]) => (index: number) => [
    ...base,
    ...bytes,
    ...op.number(index),
    ...op.multiply,
    ...op.add,
    ...op.set(at(index)),
  ]
  const step = (turn: number) => [
    ...rows.flatMap((row) => [
      ...op.get(rowAt(row)),
      ...element.loadRow(turn * element.rowBytes),
      ...op.set(rowValue(row)),
    ]),
    ...queries.flatMap((index) => [
      ...op.get(queryAt(index)),
      ...op.load(turn * element.queryBytes),
      ...op.set(queryValue),
      ...rows.flatMap((row) => [
        ...op.get(rowValue(row)),
        ...op.get(queryValue),
        ...element.multiplyAdd.product,
        ...op.get(sum(row, index)),
        ...element.multiplyAdd.sum,
        ...op.set(sum(row, index)),
      ]),
    ]),
  ]
  const inner = op.repeat(
    ...Array.from({ length: UNROLLED }, (_, turn) => step(turn)),
    ...rows.map((row) => advance(rowAt(row), op.number(UNROLLED * element.rowBytes))),
    ...queries.map((index) => advance(queryAt(index), op.number(UNROLLED * element.queryBytes))),
    // A row ends where the first began plus its length.
    [...op.get(rowAt(0)), ...parameter('rows'), ...parameter('rowBytes'), ...op.add, ...op.less],
  )
  const results = queries.flatMap((index) => [
    ...rows.flatMap((row) => [...op.get(target), ...element.reduce(sum(row, index)), ...element.store(4 * row)]),
    ...advance(target, parameter('outBytes')),
  ])
  const overQueries = op.repeat(
    ...rows.map(pointers(parameter('rows'), rowAt, parameter('rowBytes'))),
    ...queries.map(pointers(op.get(query), queryAt, parameter('queryBytes'))),
    ...rows.flatMap((row) => queries.map((index) => [...op.zeros, ...op.set(sum(row, index))])),
    inner,
    results,
    [...op.get(queryAt(tile.queries - 1)), ...op.tee(query), ...parameter('queriesEnd'), ...op.less],
  )
  const overRows = op.repeat(
    [...parameter('queries'), ...op.set(query), ...parameter('out'), ...op.set(target)],
    overQueries,
    [...parameter('out'), ...op.number(4 * tile.rows), ...op.add, ...setParameter('out')],
    [...parameter('rows'), ...op.number(tile.rows), ...parameter('rowBytes'), ...op.multiply, ...op.add],
    [...op.tee(PARAMETERS.indexOf('rows')), ...parameter('rowsEnd'), ...op.less],
  )
  const vectors = tile.rows + 1 + tile.rows * tile.queries
  const body = [
    ...vector([
      [...unsigned(integers), type.i32],
      [...unsigned(vectors), type.v128],
    ]),
    ...overRows,
    0x0b,
  ]
  return [...unsigned(body.length), ...body]
}

/** The exported functions. With one query there is nothing to share but its own loads. */
const functions = {
  floats: kernel(float, { rows: 2, queries: 4 }),
  floatsOfOne: kernel(float, { rows: 4, queries: 1 }),
  bytes: kernel(byte, { rows: 2, queries: 4 }),
  bytesOfOne: kernel(byte, { rows: 4, queries: 1 }),
}

/** The module: imports `memory` of `host`, exports `functions`. */
export function kernelModule(): Uint8Array {
  const names = Object.keys(functions)
  const signature = [0x60, ...vector(PARAMETERS.map(() => [type.i32])), ...vector([])]
  const memory = [...text('host'), ...text('memory'), 0x02, 0x00, ...unsigned(1)]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, ...[0x01, 0x00, 0x00, 0x00]],
    ...section(1, vector([signature])),
    ...section(2, vector([memory])),
    ...section(3, vector(names.map(() => [0]))),
    ...section(7, vector(names.map((name, index) => [...text(name), 0x00, ...unsigned(index)]))),
    ...section(10, vector(Object.values(functions))),
  ])
}
