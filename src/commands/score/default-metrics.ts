/** What `score` computes unless told. */
export const DEFAULT_METRICS = 'ndcg@10,recall@5,mrr,precision@5,f1@5,hit@1,map'
