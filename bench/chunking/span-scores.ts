import { length, type Range, shared, united } from './ranges.ts'

export interface SpanScores {
  readonly recall: number
  readonly precision: number
  readonly iou: number
}

/**
 * How much of the references the retrieved stretches hold, and how much else, in characters, as `chunking_evaluation`
 * counts it (Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma 2024): what overlapping chunks
 * repeat counts again in the denominators of precision and IoU.
 */
export function spanScores(retrieved: readonly Range[], references: readonly Range[]): SpanScores {
  const found = length(shared(united(retrieved), united(references)))
  const wanted = length(united(references))
  const read = length(retrieved)
  return {
    recall: found / length(references),
    precision: read === 0 ? 0 : found / read,
    iou: found / (read + wanted - found),
  }
}
