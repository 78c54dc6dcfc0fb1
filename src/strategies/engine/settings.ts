import { z } from 'zod'
import { hitsSchema } from './hits-settings.ts'

/** Settings that every external strategy has: how it is asked, and how its hits are read. To be spread into a schema. */
export const engineShape = {
  hits: hitsSchema.prefault({}).describe('How its hits are read.'),
  concurrency: z.int().min(1).max(256).default(4).describe('Questions under way at once.'),
  requestsPerSecond: z
    .number()
    .positive()
    .optional()
    .describe('Requests begun in a second at most. Default: no limit.'),
  timeout: z
    .number()
    .min(0.01)
    .max(3600)
    .default(30)
    .describe('Seconds that a question may take, with all attempts. One that takes longer is an error.'),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('Further attempts where the connection was lost, or the answer was 429, 502, 503 or 504.'),
  maxFailures: z
    .int()
    .min(1)
    .default(5)
    .describe(
      'After so many questions in a row that failed, the others are not asked any more: each of them is an error.',
    ),
  maxHits: z
    .int()
    .min(1)
    .optional()
    .describe('Hits that it can be asked for at once, where it refuses more. Default: no limit.'),
  warmUp: z.int().min(0).default(5).describe('Questions asked before latency is measured, which do not count for it.'),
  maxBytes: z.int().min(1).default(10_000_000).describe('Bytes that an answer may have. A longer one is an error.'),
}

const engineSettings = z.object(engineShape)

export type EngineSettings = z.output<typeof engineSettings>
