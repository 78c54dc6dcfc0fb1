/** What it took to have the knowledge base in an engine. Without pieces sent or taken over all of it was there already. */
export interface LoadReport {
  /** For people: the engine and its address. */
  readonly at: string
  /** The name of the state. */
  readonly state: string
  readonly pieces: number
  /** Those that no other state had: embedded, where there are vectors, and sent. */
  readonly sent: number
  /** Those of another state, copied inside of the engine. */
  readonly takenOver: number
}
