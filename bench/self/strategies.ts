/** Every built-in kind of retrieval: the name in the table, its settings in YAML, and what it is in a few words. */
export const STRATEGIES = {
  bm25: { settings: '{ type: bm25 }', words: 'keyword search' },
  dense: { settings: '{ type: dense, embedder: hashing }', words: 'vectors of hashed words and letters, lexical' },
  lsa: { settings: '{ type: dense, embedder: lsa }', words: 'vectors of latent topics of the knowledge base' },
  hybrid: { settings: '{ type: hybrid, of: [bm25, dense] }', words: 'both, scores weighted' },
  rrf: { settings: '{ type: hybrid, of: [bm25, dense], fusion: rrf }', words: 'both, ranks fused' },
  reranked: { settings: '{ type: rerank, of: hybrid }', words: 'the first 50 of `hybrid` in a better order' },
  graph: { settings: '{ type: graph, of: bm25 }', words: '`bm25` and what its hits call, import or link to' },
} as const satisfies Record<string, { readonly settings: string; readonly words: string }>

/** Kinds of questions whose answer is several steps away. */
export const MULTI_HOP: ReadonlySet<string | undefined> = new Set(['call_chain', 'cross_language'])
