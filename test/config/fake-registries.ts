import { z } from 'zod'
import type { RegisteredMetric, Registries } from '../../src/config/registries.ts'
import { UserError } from '../../src/errors.ts'

const bm25 = {
  summary: 'Words.',
  schema: z.strictObject({
    k1: z.number().min(0).default(1.2).describe('Saturation.'),
    b: z.number().min(0).max(1).default(0.75).describe('Length.'),
  }),
  parts: () => [],
}

const hybrid = {
  summary: 'Several, fused.',
  schema: z
    .strictObject({
      of: z.array(z.string()).min(1).describe('Parts.'),
      weights: z.array(z.number()).optional().describe('Weights.'),
    })
    .refine(({ of, weights }) => weights === undefined || weights.length === of.length, {
      error: 'as many weights as parts',
    }),
  parts: (settings: unknown) => (settings as { of: string[] }).of,
}

const rerank = {
  summary: 'Another order.',
  schema: z.strictObject({ of: z.string().describe('Part.') }),
  parts: (settings: unknown) => [(settings as { of: string }).of],
}

function parseMetric(id: string): RegisteredMetric {
  const canonical = { ndcg_cut_10: 'ndcg@10', recip_rank: 'mrr' }[id] ?? id
  if (/^latency-p(50|95|99)$/.test(canonical))
    return { id: canonical, kind: 'timing', family: { range: [0, Number.POSITIVE_INFINITY] } }
  if (/^(ndcg|recall|precision|f1|hit)@\d+$|^mrr$/.test(canonical))
    return { id: canonical, kind: 'ranking', family: { range: [0, 1] } }
  throw new UserError({ what: `unknown metric \`${id}\``, hint: 'did you mean `ndcg@10`?' })
}

export const registries: Registries = {
  strategies: { bm25, hybrid, rerank },
  chunkers: ['heading', 'lines', 'document'],
  embedders: { hashing: { summary: 'Hashes.', schema: z.strictObject({}) } },
  rerankers: {},
  chats: {},
  parseMetric,
}
