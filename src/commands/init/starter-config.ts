import { stringify } from 'yaml'
import type { Found } from './find-documents.ts'
import { RELEASE } from './release.ts'

/** A commented config for a new user. */
export function starterConfig(name: string, { include, by }: Found, queries: string): string {
  const globs = include.map((glob) => JSON.stringify(glob)).join(', ')
  return `# yaml-language-server: $schema=${RELEASE.schema}
# What is evaluated, and what fails a pull request. Every key is explained in
# ${RELEASE.configuration}
name: ${stringify(name).trim()}

# The knowledge base: files of this repository.
documents:
  include: [${globs}]
chunking: { by: ${by}, maxTokens: 256, overlap: 32 }

# The questions, one JSON object a line, with what answers them.
queries: ${queries}

# Ways to retrieve. Add your own beside them, and name the one that ships as \`primary\`.
strategies:
  bm25: { type: bm25 }
# primary: bm25

metrics: [ndcg@10, recall@5, mrr, precision@5, f1@5, hit@1]

# A pull request fails when nDCG@10 drops by more than 0.02.
gate:
  - { metric: ndcg@10, maxDrop: 0.02 }
`
}
