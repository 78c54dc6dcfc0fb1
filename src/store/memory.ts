import type { Codec } from './codec.ts'
import type { Rows } from './rows.ts'

/** What strategies may remember of the documents of a knowledge base, under one chunking, from run to run. */
export interface Memory {
  /** Rows by document; `name` says what they are and which settings they depend on, beside the chunking. */
  rows<Row>(name: string, codec: Codec<Row>): Promise<Rows<Row>>
  /** The key of a document's row: another one whenever its chunks could be others. */
  keyOf(document: string): string
}
