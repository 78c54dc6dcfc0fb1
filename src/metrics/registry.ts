import { abstentionAuroc } from './abstention-auroc.ts'
import { bpref } from './bpref.ts'
import { condensedNdcg } from './condensed-ndcg.ts'
import { f1 } from './f1.ts'
import { hit } from './hit.ts'
import { judged } from './judged.ts'
import { latencyFamily } from './latency.ts'
import { map } from './map.ts'
import type { MetricFamily } from './metric.ts'
import { mrr } from './mrr.ts'
import { ndcg } from './ndcg.ts'
import { ndcgExp } from './ndcg-exp.ts'
import { noEvidenceAccuracy } from './no-evidence-accuracy.ts'
import { oce } from './oce.ts'
import { precision } from './precision.ts'
import { rPrecision } from './r-precision.ts'
import { recall } from './recall.ts'
import { recallTokens } from './recall-tokens.ts'
import { top1 } from './top1.ts'

/** Every family of metrics by its name. A new one is one file and one line here. */
export const metricFamilies = {
  ndcg,
  'ndcg-exp': ndcgExp,
  'condensed-ndcg': condensedNdcg,
  recall,
  'recall@tokens': recallTokens,
  precision,
  f1,
  hit,
  mrr,
  map,
  'r-precision': rPrecision,
  bpref,
  judged,
  top1,
  oce,
  'no-evidence-accuracy': noEvidenceAccuracy,
  'abstention-auroc': abstentionAuroc,
  'latency-p50': latencyFamily(50),
  'latency-p95': latencyFamily(95),
  'latency-p99': latencyFamily(99),
} satisfies Record<string, MetricFamily>
