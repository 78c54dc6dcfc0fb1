import type { PoolClient } from 'pg'
import { tooLong } from '../engine/bounded-text.ts'
import { rowBytes } from '../engine/row-bytes.ts'

type Row = Readonly<Record<string, unknown>>

/** Kept, since to find a loaded module again takes longer than to read a question's rows. */
let library: Promise<typeof import('pg')> | undefined

/**
 * The rows of a statement, one by one, so that a forgotten `limit` does not fill the memory. Throws `EngineFailure` as soon
 * as they have more bytes than that; the connection is of no use then.
 */
export async function boundedRows(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
  maxBytes: number,
): Promise<readonly Row[]> {
  library ??= import('pg')
  const { default: pg } = await library
  const query = client.query(new pg.Query<Row>({ text, values: [...values] }))
  return new Promise((resolve, reject) => {
    const rows: Row[] = []
    let bytes = 0
    query.on('row', (row: Row) => {
      bytes += rowBytes(row)
      if (bytes > maxBytes) reject(tooLong(maxBytes))
      else rows.push(row)
    })
    query.on('end', () => resolve(rows))
    query.on('error', reject)
  })
}
