import { editDistance } from '../config/nearest.ts'
import { UserError } from '../errors.ts'
import type { Metric, MetricFamily } from './metric.ts'
import { metricFamilies } from './registry.ts'
import { fromTrecSpelling } from './trec-spelling.ts'

const families: Readonly<Record<string, MetricFamily>> = metricFamilies

/** No ranking is this deep; larger numbers are typing mistakes. */
const LARGEST_CUT_DIGITS = 9

/**
 * The metric of an id: ours (`ndcg@10`, `recall@tokens:1000`) or trec_eval's (`ndcg_cut_10`, `P_5`, `recip_rank`).
 * `parseMetric(metric.id)` is the same metric again. Throws a `UserError` that names the nearest known id.
 */
export function parseMetric(id: string): Metric {
  const canonical = fromTrecSpelling(id) ?? id
  const { name, k } = split(canonical)
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  const metric = family?.at(k)
  if (metric?.id !== canonical) throw unknown(id, name, k)
  return metric
}

function split(id: string): { name: string; k: number | undefined } {
  const [, name, digits] = /^(.+?)[@:](\d+)$/.exec(id) ?? []
  if (name === undefined || digits === undefined || digits.length > LARGEST_CUT_DIGITS)
    return { name: id, k: undefined }
  return { name, k: Number(digits) }
}

function unknown(id: string, name: string, k: number | undefined): UserError {
  const known = Object.values(families)
  return new UserError({
    what: `Unknown metric "${id}"`,
    expected: `one of ${known.map((family) => family.form).join(', ')}`,
    found: id,
    hint: `did you mean "${suggestion(nearest(name.toLowerCase(), known), k)}"?`,
  })
}

function nearest(name: string, known: readonly MetricFamily[]): MetricFamily {
  const ranked = known.map((family) => ({
    family,
    distance: editDistance(name, family.name, Number.POSITIVE_INFINITY),
  }))
  return ranked.reduce((best, other) => (other.distance < best.distance ? other : best)).family
}

function suggestion(family: MetricFamily, k: number | undefined): string {
  const usual = family.needsK ? 10 : undefined
  return family.at(family.takesK && k !== undefined && k > 0 ? k : usual).id
}
