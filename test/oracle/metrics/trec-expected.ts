import { readFileSync } from 'node:fs'

/** Our id of each measure in trec_eval's output; the others are counts and set measures that have no metric here. */
const OURS: Readonly<Record<string, string>> = {
  map: 'map',
  Rprec: 'r-precision',
  bpref: 'bpref',
  recip_rank: 'mrr',
  P_5: 'precision@5',
  P_10: 'precision@10',
  recall_5: 'recall@5',
  recall_10: 'recall@10',
  recall_100: 'recall@100',
  ndcg: 'ndcg',
  ndcg_cut_5: 'ndcg@5',
  ndcg_cut_10: 'ndcg@10',
  ndcg_cut_20: 'ndcg@20',
  map_cut_10: 'map@10',
  success_1: 'hit@1',
  success_5: 'hit@5',
  success_10: 'hit@10',
}

export const comparedMeasures = Object.keys(OURS)

export interface Expected {
  readonly query: string
  readonly metric: string
  readonly value: number
}

/** The lines of a trec_eval output that we have a metric for; `all` is the mean. */
export function trecExpected(path: URL): Expected[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .flatMap(([measure = '', query = '', value = '']) => {
      const metric = OURS[measure]
      return metric === undefined ? [] : [{ query, metric, value: Number(value) }]
    })
}
