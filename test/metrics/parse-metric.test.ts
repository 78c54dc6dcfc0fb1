import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import type { MetricFamily } from '../../src/metrics/metric.ts'
import { parseMetric } from '../../src/metrics/parse-metric.ts'
import { metricFamilies } from '../../src/metrics/registry.ts'

describe('metric ids', () => {
  it.each([
    ['ndcg_cut_10', 'ndcg@10'],
    ['ndcg_cut.20', 'ndcg@20'],
    ['ndcg', 'ndcg'],
    ['P_5', 'precision@5'],
    ['recall_5', 'recall@5'],
    ['success_5', 'hit@5'],
    ['recip_rank', 'mrr'],
    ['Rprec', 'r-precision'],
    ['map_cut_10', 'map@10'],
    ['map', 'map'],
    ['bpref', 'bpref'],
  ])("reads trec_eval's %s as %s", (theirs, ours) => {
    expect(parseMetric(theirs).id).toBe(ours)
    expect(parseMetric(ours).id).toBe(ours)
  })

  it.each([
    ['ndgc@10', 'ndcg@10'],
    ['nDCG@5', 'ndcg@5'],
    ['recal', 'recall@10'],
    ['latency-p90', 'latency-p50'],
    ['recall@tokens@500', 'recall@tokens:500'],
    ['ndcg@010', 'ndcg@10'],
    ['ndcg:10', 'ndcg@10'],
    ['mrr@', 'mrr'],
    ['precsion@', 'precision@10'],
    ['map@99999999999', 'map'],
  ])('names the nearest known one for %s: %s', (id, nearest) => {
    expect(() => parseMetric(id)).toThrow(UserError)
    expect(() => parseMetric(id)).toThrow(`did you mean "${nearest}"?`)
  })

  it.each([
    ['ndcg@0', 'must be 1 or more'],
    ['recall', 'needs a number'],
    ['bpref@5', 'takes no number'],
    ['latency-p50@3', 'takes no number'],
    ['abstention-auroc@3', 'takes no number'],
    ['', 'Unknown metric ""'],
    ['constructor', 'Unknown metric "constructor"'],
    ['__proto__@3', 'Unknown metric "__proto__@3"'],
  ])('refuses "%s": %s', (id, sentence) => {
    expect(() => parseMetric(id)).toThrow(sentence)
  })
})

describe('the registry of metrics', () => {
  const families: [string, MetricFamily][] = Object.entries(metricFamilies)

  it.each(families)('lists %s under its own name, with all a reader needs', (name, family) => {
    expect(family.name).toBe(name)
    expect(family.summary).toMatch(/\.$|chance\.|score\./)
    expect(family.source).not.toBe('')
    expect(family.range[0]).toBeLessThan(family.range[1])
    const metric = family.at(family.needsK ? 7 : undefined)
    expect(metric.kind).toBe(family.kind)
    expect(metric.family).toBe(family)
    expect(parseMetric(metric.id).id).toBe(metric.id)
  })
})
