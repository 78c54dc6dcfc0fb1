import { z } from 'zod'
import { metricSchema } from './metric-schema.ts'
import type { Registries } from './registries.ts'

export type RuleEntry = z.output<ReturnType<typeof ruleSchema>>

/** One entry of `gate:`. */
export function ruleSchema({ parseMetric }: Pick<Registries, 'parseMetric'>) {
  return z
    .strictObject({
      metric: metricSchema(parseMetric).describe(
        'The metric the rule is about; it is computed even if `metrics` lacks it.',
      ),
      maxDrop: drop
        .optional()
        .describe(
          'Fails when the metric got worse by more: in its own unit (`0.02`), or as a share of the baseline (`2%`).',
        ),
      min: z.number().optional().describe('Fails when the metric is lower, with or without a baseline.'),
      max: z.number().optional().describe('Fails when the metric is higher, with or without a baseline.'),
      maxRatio: z.number().positive().optional().describe('Latency only: fails when now / baseline is higher.'),
      strategies: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('Names of the strategies it gates. Default: `primary` where it is given, else all.'),
      where: slice.optional(),
      worst: attribute.optional().describe('The worst value of this attribute must not drop by more than `maxDrop`.'),
      level: z
        .enum(['fail', 'warn'])
        .optional()
        .describe('Whether it fails the run or only warns. Default: `fail`; for latency: `warn`.'),
      confidence: z
        .enum(['observed', 'require', 'prove-safe'])
        .default('observed')
        .describe(
          '`observed`: the observed drop decides. `require`: it must also be significant (adjusted p <= 0.05). `prove-safe`: fails unless a larger drop is excluded.',
        ),
      minPairs: z
        .int()
        .min(1)
        .optional()
        .describe('Fewer compared questions make it invalid. Default: the top-level `minPairs`.'),
    })
    .check(coherent)
}

const attribute = z.enum(['category', 'difficulty', 'language'])
const word = z.string().min(1)

const slice = z
  .strictObject({
    category: word.optional().describe('The questions of this category.'),
    difficulty: z.union([word, z.number()]).transform(String).optional().describe('The questions of this difficulty.'),
    language: word.optional().describe('The questions in this language.'),
    tag: word.optional().describe('The questions with this tag.'),
  })
  .refine((given) => Object.keys(given).length > 0, { error: 'this `where` names no attribute' })
  .describe('Only the questions that have all of these attributes.')

const PERCENTAGE = /^\d+(?:\.\d+)?\s*%$/

const drop = z
  .union([
    z.number().min(0),
    z.string().regex(PERCENTAGE, { error: 'a number such as `0.02`, or a percentage such as `2%`' }),
  ])
  .transform((value) => (typeof value === 'number' ? { absolute: value } : { share: Number.parseFloat(value) / 100 }))

interface Limits {
  readonly metric: z.output<ReturnType<typeof metricSchema>>
  readonly maxDrop?: { absolute: number } | { share: number } | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly maxRatio?: number | undefined
  readonly worst?: string | undefined
  readonly confidence: string
}

/** A rule that could never fail, or never pass, is a mistake: it would be a gate in name only. */
function coherent(context: z.core.ParsePayload<Limits>): void {
  if (context.issues.length > 0) return
  for (const [key, message] of incoherences(context.value))
    context.issues.push({ code: 'custom', message, path: key === undefined ? [] : [key], input: context.value })
}

function* incoherences(rule: Limits): Generator<[keyof Limits | undefined, string]> {
  const { metric, maxDrop, min, max, maxRatio } = rule
  const [lowest, highest] = metric.family.range
  const between = `\`${metric.id}\` lies between ${lowest} and ${highest}`
  if (maxDrop === undefined && min === undefined && max === undefined && maxRatio === undefined)
    yield [undefined, 'this rule has no limit: give it `maxDrop`, `min`, `max` or `maxRatio`']
  if (maxRatio !== undefined && metric.kind !== 'timing')
    yield ['maxRatio', `\`maxRatio\` is for latency metrics, and \`${metric.id}\` is none; use \`maxDrop\``]
  if (maxDrop !== undefined && 'absolute' in maxDrop && maxDrop.absolute >= highest - lowest)
    yield [
      'maxDrop',
      `a drop of more than ${maxDrop.absolute} cannot happen: ${between}; for per cent write \`${maxDrop.absolute}%\``,
    ]
  if (maxDrop !== undefined && 'share' in maxDrop && maxDrop.share >= 1 && metric.kind !== 'timing')
    yield ['maxDrop', 'a drop of more than 100 % cannot happen']
  if (min !== undefined && min > highest) yield ['min', `this rule can never pass: ${between}`]
  if (max !== undefined && max < lowest) yield ['max', `this rule can never pass: ${between}`]
  if (min !== undefined && max !== undefined && min > max)
    yield ['min', 'this rule can never pass: `min` is above `max`']
  if (maxDrop === undefined && rule.worst !== undefined) yield ['worst', '`worst` needs `maxDrop`']
  if (maxDrop === undefined && rule.confidence !== 'observed')
    yield ['confidence', `\`confidence: ${rule.confidence}\` needs \`maxDrop\``]
}
