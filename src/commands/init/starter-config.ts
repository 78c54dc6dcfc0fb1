import { stringify } from 'yaml'
import type { Found } from './find-documents.ts'
import { RELEASE } from './release.ts'

/** A commented config for a new user; `server` is the program of a retriever of their own. */
export function starterConfig(name: string, { include, by }: Found, queries: string, server?: string): string {
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
${server === undefined ? '' : ownStrategy(server)}  bm25: { type: bm25 }
${server === undefined ? '# primary: bm25' : 'primary: mine'}

metrics: [ndcg@10, recall@5, mrr, precision@5, f1@5, hit@1]

# A pull request fails when nDCG@10 drops by more than 0.02.
gate:
  - { metric: ndcg@10, maxDrop: 0.02 }
`
}

/** A retriever behind a program of `init --python`, as an entry of `strategies`. */
export function ownStrategy(server: string): string {
  return `  mine:
    type: mcp
    command: [python3, ${server}]
    concurrency: 1 # it answers one question at a time
`
}
