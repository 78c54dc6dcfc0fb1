/** trec_eval's names of measures, with and without a cut, in ours. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ndcg_cut: 'ndcg',
  P: 'precision',
  recall: 'recall',
  success: 'hit',
  map_cut: 'map',
  recip_rank: 'mrr',
  Rprec: 'r-precision',
}

/** `ndcg_cut_10` or `ndcg_cut.10` to `ndcg@10`, `recip_rank` to `mrr`; undefined for what trec_eval does not call so. */
export function fromTrecSpelling(id: string): string | undefined {
  const [, name = id, k] = /^(.+)[_.](\d+)$/.exec(id) ?? []
  const ours = Object.hasOwn(SPELLINGS, name) ? SPELLINGS[name] : undefined
  if (ours === undefined) return undefined
  return k === undefined ? ours : `${ours}@${k}`
}
