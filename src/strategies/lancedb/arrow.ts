import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Vectors } from '../../models/vectors.ts'
import { floatRow } from '../loading/piece-vectors.ts'

/** What is used of `apache-arrow`, which LanceDB brings along. */
export interface Arrow {
  readonly Utf8: new () => object
  readonly Int32: new () => object
  readonly Float32: new () => object
  readonly Field: new (name: string, type: object, nullable: boolean) => object
  readonly FixedSizeList: new (size: number, child: object) => object
  readonly Vector: new (data: readonly object[]) => object
  readonly Table: new (columns: Readonly<Record<string, object>>) => ArrowTable
  makeData(parts: object): object
  vectorFromArray(values: readonly unknown[], type: object): object
}

export interface ArrowTable {
  readonly numRows: number
  getChild(column: string): Iterable<unknown> | null
}

/** The Arrow that belongs to a LanceDB at this path: tables of another copy are not known to it. */
export async function openArrow(lancePath: string): Promise<Arrow> {
  const path = createRequire(lancePath).resolve('apache-arrow')
  const loaded = (await import(pathToFileURL(path).href)) as Arrow & { readonly default?: Arrow }
  return loaded.default ?? loaded
}

/** Columns of texts and whole numbers, and one of vectors where there are any. Object by object it takes ten times as long. */
export function arrowTable(
  arrow: Arrow,
  columns: Readonly<Record<string, readonly (string | number)[]>>,
  vectors: Vectors | null,
): ArrowTable {
  const made = Object.entries(columns).map(([name, values]) => {
    const type = typeof values[0] === 'number' ? new arrow.Int32() : new arrow.Utf8()
    return [name, arrow.vectorFromArray(values, type)] as const
  })
  const all = vectors === null ? made : [...made, ['vector', vectorColumn(arrow, vectors)] as const]
  return new arrow.Table(Object.fromEntries(all))
}

function vectorColumn(arrow: Arrow, vectors: Vectors): object {
  const { count, dimensions } = vectors
  const data = new Float32Array(count * dimensions)
  for (let row = 0; row < count; row++) data.set(floatRow(vectors, row), row * dimensions)
  const number = new arrow.Float32()
  const child = arrow.makeData({ type: number, data, length: data.length })
  const type = new arrow.FixedSizeList(dimensions, new arrow.Field('item', number, true))
  return new arrow.Vector([arrow.makeData({ type, length: count, nullCount: 0, child })])
}
