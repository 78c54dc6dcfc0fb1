/** How a tenant's rows become the bytes of a pack, and back. */
export interface Codec<Row> {
  encode(rows: ReadonlyMap<string, Row>): Uint8Array
  /** Throws for bytes that `encode` did not make. */
  decode(bytes: Uint8Array): Map<string, Row>
}
