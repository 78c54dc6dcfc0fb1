import { z } from 'zod'
import { acceptanceSchema } from './acceptance-schema.ts'
import { recordOf } from './record-schema.ts'
import { ruleSchema } from './rule-schema.ts'

/** Raised when a reader of the old form would misread the new one. */
export const SCHEMA_VERSION = 1

const estimate = z.object({
  point: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  level: z.number(),
  method: z.string(),
  n: z.number().int(),
})

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('id'), id: z.string() }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('glob'), pattern: z.string() }),
  z.object({ kind: z.literal('lines'), path: z.string(), startLine: z.number().int(), endLine: z.number().int() }),
])

const query = z.object({
  text: z.string(),
  judgments: z.array(z.object({ id: z.string(), target, grade: z.number().int() })),
  category: z.string().optional(),
  difficulty: z.string().optional(),
  language: z.string().optional(),
  tags: z.array(z.string()).optional(),
  split: z.enum(['dev', 'test']).optional(),
  pinned: z.boolean().optional(),
  cluster: z.string().optional(),
  line: z.number().int().optional(),
})

/** A distinct hit. Without `path`, `document` (or else `id`) names the record. */
const chunk = z.object({
  id: z.string(),
  path: z.string().optional(),
  document: z.string().optional(),
  lines: z.tuple([z.number().int(), z.number().int()]).optional(),
  hash: z.string().optional(),
  tokens: z.number().int().optional(),
})

const strategy = z.object({
  type: z.string(),
  fingerprint: z.string(),
  minScore: z.number().nullable(),
  external: z.boolean(),
  /** The name it has in an older baseline. */
  renamedFrom: z.string().optional(),
  /** metric id -> estimate over the queries that have a value. */
  summary: recordOf(estimate),
  /** attribute -> value -> metric id -> point and n. */
  slices: recordOf(recordOf(recordOf(z.object({ point: z.number().nullable(), n: z.number().int() })))),
  /** query id -> metric id -> score. */
  queries: recordOf(recordOf(z.number().nullable())),
  /** query id -> [index into chunks, score], best first, before any minScore cut. */
  rankings: recordOf(z.array(z.tuple([z.number().int().nonnegative(), z.number()]))),
  confidence: recordOf(z.number()),
  errors: recordOf(z.string()),
  /** Queries for which `depth` distinct documents were not reached within 10 x depth chunks. */
  cutShort: z.array(z.string()),
  /** Share of the judgments that any chunk of the strategy could match; null where its chunks are not known here. */
  ceiling: z.number().nullable(),
  /** Mean tokens per hit in the top 10. */
  tokensPerHit: z.number().nullable(),
})

/** The evaluation half of `report.json`; `comparison` and `verdict` lie beside it and are not read back. */
export const reportSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  tool: z.object({ name: z.string(), version: z.string() }),
  name: z.string(),
  commit: z.string().nullable(),
  fingerprints: z.object({ config: z.string(), evalSet: z.string(), corpus: z.string() }),
  evalSet: z.object({ path: z.string(), format: z.string(), queries: z.number().int() }),
  match: z.enum(['contains', 'iou', 'coverage']),
  depth: z.number().int().positive(),
  metrics: z.array(z.string()),
  primary: z.string().nullable(),
  gate: z.object({
    rules: z.array(ruleSchema),
    maxErrors: z.number().int(),
    /** The base branch's rules and questions decide about changes to it. */
    protect: z.boolean().optional(),
    /** Losses that were accepted when the report was made. */
    accepted: z.array(acceptanceSchema).optional(),
  }),
  corpus: z.object({
    documents: z.number().int(),
    skipped: recordOf(z.number().int()),
  }),
  /** Document id (path) -> content hash. */
  documents: recordOf(z.string()),
  queries: recordOf(query),
  chunks: z.array(chunk),
  strategies: recordOf(strategy),
  warnings: z.array(z.string()),
  /** What varies between identical runs; left out with --no-timing. */
  timing: recordOf(z.number()).optional(),
  latency: recordOf(recordOf(estimate)).optional(),
  platform: recordOf(z.string()).optional(),
})

export type EvaluationReport = z.infer<typeof reportSchema>
export type StrategyReport = z.infer<typeof strategy>
export type ReportChunk = z.infer<typeof chunk>
export type ReportQuery = z.infer<typeof query>
