import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { write } from '../knowledge/temporary-workspace.ts'
import { lanternFolder, nodes, runCli } from '../support/cli/run-cli.ts'

if (nodes.length === 1) console.info('one Node only: NODE24 names no other to compare with')

const STRATEGIES = {
  bm25: '{ type: bm25 }',
  exact: '{ type: bm25, stemming: false, stopWords: false, k1: 0.9, b: 0.4, fields: { path: 0.5, heading: 2.5 } }',
  expanded: '{ type: bm25, expand: rm3 }',
  hashing: '{ type: dense, embedder: hashing }',
  lsa: '{ type: dense, embedder: lsa }',
  ranks: '{ type: hybrid, of: [bm25, lsa], fusion: rrf }',
  weighted: '{ type: hybrid, of: [bm25, hashing] }',
  reranked: '{ type: rerank, of: weighted, reranker: features }',
  graph: '{ type: graph, of: bm25 }',
  code: '{ type: bm25, chunking: { by: code, maxTokens: 64, overlap: 8 } }',
  sentences: '{ type: dense, chunking: { by: sentence, maxTokens: 32, overlap: 4 } }',
}
const CONFIG = `name: mixed
documents: { include: ["**/*.md", "**/*.ts", "**/*.py"] }
queries: datasets/mixed.jsonl
strategies:
${Object.entries(STRATEGIES)
  .map(([name, entry]) => `  ${name}: ${entry}`)
  .join('\n')}
`

const FILES = {
  'retrieval-gate.yml': CONFIG,
  'datasets/mixed.jsonl': [
    { id: 'en', query: 'How does a session expire after signing in?', expected_files: ['docs/auth/sessions.md'] },
    { id: 'code', query: 'hashPassword bcrypt', expected_files: ['src/hash-password.ts'] },
    { id: 'call', query: 'which function calls load_index', expected_files: ['src/search.py'] },
    { id: 'zh', query: '密码如何存储', expected_files: ['docs/zh.md'] },
    { id: 'accents', query: 'securite des mots de passe', expected_files: ['docs/fr.md'] },
    { id: 'odd', query: '😀 𠀀𠀁 ﬁne x86_64 1,000.5', expected_files: ['docs/odd.md'] },
    { id: 'none', query: 'zzzz', expected: [] },
  ]
    .map((query) => JSON.stringify(query))
    .join('\n'),
  'docs/zh.md': '# 密码\n\n密码在存储之前用 bcrypt 进行哈希处理。\n\n会话在三十天后过期。\n',
  'docs/fr.md': '# Sécurité\n\nLes mots de passe sont hachés. Voir [en chinois](zh.md).\n',
  'docs/odd.md': '# 𠀀𠀁 ﬁne\n\nＦｕｌｌ ｗｉｄｔｈ, x86_64, 1,000.5, Straße, İstanbul, 😀 e\u0301t\u00e9.\n',
  'src/hash-password.ts':
    "import { hash } from 'bcrypt'\n\n/** Never stored in clear. */\nexport function hashPassword(plain: string) {\n  return hash(plain, 12)\n}\n",
  'src/search.py': 'from index import load_index\n\ndef search(words):\n    return load_index().find(words)\n',
  'src/index.py':
    'def load_index():\n    """Reads the index once."""\n    return Index()\n\nclass Index:\n    def find(self, words):\n        return []\n',
}

async function reportUnder(node: string): Promise<string> {
  const folder = lanternFolder('docs')
  write(folder, FILES)
  const result = await runCli(folder, ['run', '--no-timing', '--no-cache', '--out', 'report'], { node })
  expect(result).toMatchObject({ code: 0, stderr: '' })
  return readFileSync(join(folder, 'report/report.json'), 'utf8')
}

test('every built-in strategy ranks a mixed knowledge base with the same bytes under every Node', async () => {
  const reports: string[] = []
  for (const node of nodes) reports.push(await reportUnder(node))
  const { strategies } = JSON.parse(reports[0]!) as {
    strategies: Record<string, { rankings: Record<string, unknown[]> }>
  }
  expect(Object.keys(strategies)).toEqual(Object.keys(STRATEGIES))
  for (const [name, { rankings }] of Object.entries(strategies)) {
    for (const query of ['en', 'code', 'zh', 'accents'])
      expect(rankings[query]!.length, `${name} ${query}`).toBeGreaterThan(0)
  }
  for (const report of reports) expect(report).toBe(reports[0])
})
