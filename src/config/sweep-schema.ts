import { z } from 'zod'

/** What `sweep` tries: keys of the config with the values to try. What the keys mean is checked by `sweep-grid.ts`. */
export const sweepSchema = z
  .record(
    z.string().min(1),
    z.union([
      z.array(z.unknown()).min(1).describe('The values to try.'),
      z.record(z.string().min(1), z.unknown()).describe('Keys inside this one, each with its values or further keys.'),
    ]),
  )
  .optional()
  .describe(
    'What `retrieval-gate sweep` tries: keys of `chunking`, `strategies` or the models, written with dots or nested, each with a list of values: `{ chunking.maxTokens: [128, 256], strategies.bm25.b: [0.3, 0.75] }`. Nothing else reads it.',
  )
