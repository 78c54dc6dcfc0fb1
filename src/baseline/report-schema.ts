import { z } from 'zod'
import { acceptanceSchema } from './acceptance-schema.ts'
import { overTimeSchema } from './over-time-schema.ts'
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

const index = z.object({
  /** Chunks that can be found. */
  chunks: z.number().int(),
  /** Of the arrays that are searched, those of its parts among them. */
  bytes: z.number().int(),
  /** What it consists of: postings, vectors, ties. */
  counts: recordOf(z.number().int()),
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
  /** What its index takes; absent where that is not known here. */
  index: index.optional(),
  /** Names of the strategies that it is made of. */
  parts: z.array(z.string()).optional(),
})

/** Strategies times models, at most. */
const MOST_MODELS = 1000

const modelUse = z.object({
  strategy: z.string(),
  role: z.enum(['embedder', 'reranker', 'chat']),
  /** Its name in the config. */
  entry: z.string(),
  model: z.string(),
  calls: z.number().int().nonnegative(),
  asked: z.number().int().nonnegative(),
  recalled: z.number().int().nonnegative(),
  /** Tokens that what was recalled would take anew, about, and their price; reports of earlier versions have neither. */
  recalledTokens: z.number().nonnegative().optional(),
  recalledCost: z.number().nonnegative().nullable().optional(),
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  /** Some of the tokens are estimated from the length of texts. */
  estimated: z.boolean(),
  /** Null without a price. */
  cost: z.number().nonnegative().nullable(),
})

/** Directions of a few fixed texts' vectors, a signed byte an entry, in base64. */
const canary = z.object({
  model: z.string(),
  dimensions: z.number().int().nonnegative().max(4096),
  vectors: z.string().max(100_000),
})

const timing = z.object({
  /** Of the whole evaluation. */
  seconds: z.number().optional(),
  /** Query id -> milliseconds that all strategies together took for it. */
  queries: recordOf(z.number().nonnegative()).optional(),
  /** Strategy -> milliseconds that building its index and those of its parts took. */
  indexing: recordOf(z.number().nonnegative()).optional(),
  /** What strategies asked of models in this run, and what was in the model store. */
  models: z.array(modelUse).max(MOST_MODELS).optional(),
})

/** The other repository that the documents are from; it stands in addresses, whoever wrote the report. */
const source = z.object({
  /** `owner/name` */
  repository: z.string().regex(/^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** What the config calls the commit; absent for the main branch. */
  ref: z.string().optional(),
  /** The folder that paths of documents are relative to; absent for all of it. */
  folder: z.string().optional(),
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
    /** Absent where the documents lie beside the config. */
    source: source.optional(),
  }),
  /** Document id (path) -> content hash. */
  documents: recordOf(z.string()),
  queries: recordOf(query),
  chunks: z.array(chunk),
  strategies: recordOf(strategy),
  warnings: z.array(z.string()),
  /** Against earlier runs of the base branch; absent where none was looked at. */
  overTime: z.array(overTimeSchema).max(2).optional(),
  /** By which a later run notices that a model is another one under the same name. */
  canaries: z.array(canary).max(100).optional(),
  /** What varies between identical runs; left out with --no-timing. */
  timing: timing.optional(),
  latency: recordOf(recordOf(estimate)).optional(),
  platform: recordOf(z.string()).optional(),
})

export type Timing = z.infer<typeof timing>
export type DocumentsSource = z.infer<typeof source>
export type EvaluationReport = z.infer<typeof reportSchema>
export type StrategyReport = z.infer<typeof strategy>
export type IndexReport = z.infer<typeof index>
export type ReportChunk = z.infer<typeof chunk>
export type ReportQuery = z.infer<typeof query>
