import { z } from 'zod'
import { recordOf } from '../baseline/record-schema.ts'
import { ruleSchema } from '../baseline/rule-schema.ts'

/** The half of `report.json` that is not a baseline: what was compared and decided, as the reports are made of it. */

const text = z.string()
const number = z.number()
const numberOrNull = z.number().nullable()
const whole = z.number().int()
const texts = z.array(text)

const judgment = z.object({
  id: text,
  target: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('id'), id: text }),
    z.object({ kind: z.literal('file'), path: text }),
    z.object({ kind: z.literal('glob'), pattern: text }),
    z.object({ kind: z.literal('lines'), path: text, startLine: whole, endLine: whole }),
  ]),
  grade: whole,
})

const placedHit = z.object({
  id: text,
  path: text.optional(),
  startLine: whole.optional(),
  endLine: whole.optional(),
  rank: whole,
  absentOnOtherSide: z.boolean(),
  changed: z.literal(true).optional(),
  movedFrom: text.optional(),
})

const queryChange = z.object({
  id: text,
  text,
  kind: z.enum(['broke', 'worse', 'same', 'improved', 'fixed']),
  pinned: z.boolean(),
  base: number,
  now: number,
  difference: number,
  expected: z.array(
    z.object({
      judgment,
      baseRank: whole.nullable(),
      nowRank: whole.nullable(),
      deleted: z.boolean(),
      movedTo: text.optional(),
      changed: z.literal(true).optional(),
    }),
  ),
  fellOut: z.array(placedHit),
  cameIn: z.array(placedHit),
})

const pairedScores = z.object({
  metric: text,
  ids: texts,
  base: z.array(number),
  now: z.array(number),
  unavailable: text.optional(),
})

const strategyComparison = z.object({
  strategy: text,
  renamedFrom: text.optional(),
  metrics: recordOf(pairedScores),
  sets: recordOf(z.object({ base: numberOrNull, now: numberOrNull })),
  oldJudgments: recordOf(pairedScores).optional(),
  erredAsZero: recordOf(pairedScores).optional(),
  changes: z.array(queryChange),
  headline: text,
  erred: texts,
  identical: z.boolean(),
})

export const comparisonSchema = z.object({
  base: z.object({ label: text, commit: text.nullable(), source: text }),
  queries: z.object({
    shared: texts,
    added: texts,
    removed: texts,
    reworded: texts,
    rejudged: texts,
    pinnedRemoved: texts,
    pinnedAnswers: recordOf(z.array(judgment)).optional(),
    baseTotal: whole,
    texts: recordOf(text),
  }),
  uncarried: z.array(z.object({ query: text, judgment: text, reason: z.enum(['new', 'unmapped']) })),
  carriedTotal: whole,
  strategies: z.array(strategyComparison),
  missingStrategies: texts,
  newStrategies: texts,
})

const evidence = z.object({
  n: whole,
  clusters: whole,
  changed: whole,
  wins: whole,
  ties: whole,
  losses: whole,
  difference: number,
  interval: z.union([
    z.object({ lower: number, upper: number, level: number, method: text }),
    z.object({ none: text }),
  ]),
  p: numberOrNull,
  adjustedP: numberOrNull,
  oneQuery: number,
  power: text,
})

const ruleResult = z.object({
  rule: ruleSchema,
  strategy: text,
  status: z.enum(['pass', 'fail', 'warn', 'invalid', 'not compared']),
  expected: text,
  actual: text,
  why: text,
  baseline: numberOrNull,
  now: numberOrNull,
  change: numberOrNull,
  evidence: evidence.nullable(),
  notes: texts,
})

export const verdictSchema = z.object({
  status: z.enum(['pass', 'fail', 'invalid']),
  headline: text,
  reasons: texts,
  deciding: ruleResult.nullable(),
  results: z.array(ruleResult),
  latency: z.array(ruleResult).default([]),
  pinned: z.array(
    z.object({ query: text, strategy: text.optional(), why: text, protected: z.literal(true).optional() }),
  ),
  broke: texts,
  notes: texts,
  loosened: texts.optional(),
  accepted: texts.optional(),
})

export const outcomeSchema = z.object({
  comparison: comparisonSchema.nullable(),
  verdict: verdictSchema,
  baselineNote: text,
})
