/** How documents are cut. Sizes are in tokens as `knowledge/tokens.ts` counts them. */
export interface ChunkingConfig {
  readonly by: string
  readonly maxTokens: number
  readonly overlap: number
}
