import { z } from 'zod'
import { chunkingSchema } from './chunking-schema.ts'
import { documentsSchema } from './documents-schema.ts'
import { metricSchema } from './metric-schema.ts'
import { modelsSchema } from './model-schema.ts'
import { nameSchema } from './name-schema.ts'
import { queriesSchema } from './queries-schema.ts'
import type { Registries } from './registries.ts'
import { ruleSchema } from './rule-schema.ts'
import { strategySchema } from './strategy-schema.ts'
import { sweepSchema } from './sweep-schema.ts'

const METRICS = ['ndcg@10', 'recall@5', 'mrr', 'precision@5', 'f1@5', 'hit@1']

export type ConfigEntries = z.output<ReturnType<typeof buildConfigSchema>>

/**
 * The schema of `retrieval-gate.yml`: every key with its description and default. What it does not check are names that
 * point from one key to another (`check-references.ts`). The allowed strategy types and chunkers are the registries' keys.
 */
export function buildConfigSchema(registries: Registries) {
  const metric = metricSchema(registries.parseMetric)
  return z.strictObject({
    name: nameSchema
      .default('retrieval')
      .describe('Names the artifact and the comment, so that several gates can live in one repository.'),
    primary: z
      .string()
      .optional()
      .describe('The strategy that ships: the headline, and what rules gate by default. Without it, all are gated.'),
    documents: documentsSchema.prefault({}),
    chunking: chunkingSchema(registries.chunkers).prefault({}),
    queries: queriesSchema,
    match: z
      .enum(['contains', 'iou', 'coverage'])
      .default('contains')
      .describe(
        'When a hit answers a judgment with lines. `contains`: it holds all of them, or line IoU >= 0.5. `iou`: line IoU >= 0.5. `coverage`: it holds at least half of them.',
      ),
    strategies: z
      .record(nameSchema, strategySchema(registries))
      .refine((given) => Object.keys(given).length > 0, { error: 'there is no strategy: name at least one' })
      .prefault({ bm25: { type: 'bm25' } })
      .describe('The ways to retrieve that are evaluated, by name.'),
    embedders: modelsSchema(
      registries.embedders,
      'Models that turn text into vectors, by the name that strategies use.',
    ),
    rerankers: modelsSchema(registries.rerankers, 'Models that judge hits, by the name that strategies use.'),
    chats: modelsSchema(registries.chats, 'Models that write text, by the name that strategies use.'),
    modelStore: z
      .string()
      .min(1)
      .default('.retrieval-gate/models')
      .describe(
        'The folder that keeps what models answered, relative to the config: nothing is asked for twice. It can be committed, and is never part of the knowledge base.',
      ),
    maxCalls: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Calls of models that a run may make. A run that needs more stops before the first. Default: no limit.',
      ),
    maxCost: z
      .number()
      .min(0)
      .optional()
      .describe(
        'What the calls of a run may cost, by the prices of the models. A run that is to cost more stops before the first. Default: no limit.',
      ),
    metrics: z.array(metric).min(1).prefault(METRICS).describe('What is computed and shown, in this order.'),
    gate: z
      .array(ruleSchema(registries))
      .refine((rules) => rules.length > 0, {
        error: 'a gate without rules can never fail: leave out `gate` for the default, or use `level: warn`',
      })
      .prefault([{ metric: 'ndcg@10', maxDrop: 0.02 }])
      .describe('The rules that decide.'),
    minPairs: z
      .int()
      .min(1)
      .default(10)
      .describe('A rule that fails the run and compares fewer questions than this is invalid: it could not decide.'),
    maxErrors: z
      .int()
      .min(0)
      .default(0)
      .describe('So many questions of a strategy may err and are left out on both sides; more are invalid.'),
    protect: z
      .boolean()
      .default(false)
      .describe(
        "The base branch's rules, questions and answers decide about a pull request, as does its list of accepted losses: what passes only with those of the pull request fails.",
      ),
    baseline: z
      .string()
      .min(1)
      .default('auto')
      .describe('What to compare with: `auto`, `artifact`, `recompute`, `none`, or the path of a `report.json`.'),
    watch: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'Further files that retrieval depends on, as patterns: the code of your own retriever, a model. A pull request that changes none of them, and no document, question or configuration, passes without an evaluation.',
      ),
    output: z
      .string()
      .min(1)
      .refine((path) => !ENCLOSING.test(path), {
        error: 'the output folder may not enclose the config; name a folder of its own',
      })
      .default('retrieval-gate-report')
      .describe('The folder that the reports are written to.'),
    seed: z
      .union([z.string().min(1), z.int()])
      .transform(String)
      .prefault('retrieval-gate')
      .describe('Seeds everything random; the same seed gives the same bytes.'),
    split: z.enum(['dev', 'test']).optional().describe('Evaluates only this split of the questions. Default: all.'),
    sweep: sweepSchema,
  })
}

/** `.`, `..`, `../..` and the like. */
const ENCLOSING = /^(?:\.{1,2}[\\/]*)+$/
