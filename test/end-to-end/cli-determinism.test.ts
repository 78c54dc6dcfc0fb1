import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { lanternFolder, nodes, runCli } from '../support/cli/run-cli.ts'

/** Every kind of strategy, and rules that draw random numbers. */
const CONFIG = `name: demo
primary: reranked
documents: { include: ["docs/**/*.md"] }
queries: datasets/questions.jsonl
strategies:
  bm25: { type: bm25 }
  dense: { type: dense, embedder: hashing }
  hybrid: { type: hybrid, of: [bm25, dense] }
  reranked: { type: rerank, of: hybrid }
metrics: [ndcg@10, recall@5, mrr, hit@1, latency-p50]
gate:
  - { metric: ndcg@10, maxDrop: 0.02, confidence: require, strategies: [bm25, dense, hybrid, reranked] }
`

type Files = ReadonlyMap<string, string>

/** Path below a folder -> text, in code-unit order. */
function filesIn(folder: string): Map<string, string> {
  const paths = (readdirSync(folder, { recursive: true }) as string[]).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]))
}

/** The example's files, written anew in another order. */
function folderWritten(order: 'as they come' | 'backwards'): string {
  const files = [...filesIn(lanternFolder('docs', 'datasets'))]
  const folder = temporaryFolder()
  write(folder, Object.fromEntries(order === 'backwards' ? files.reverse() : files))
  write(folder, { 'retrieval-gate.yml': CONFIG })
  return folder
}

interface Circumstances {
  readonly node?: string
  readonly env?: Readonly<Record<string, string>>
  readonly order?: 'as they come' | 'backwards'
}

/** Reports of a first run and of one that lost answers, as both come out under these circumstances. */
async function reports({ order = 'as they come', ...process }: Circumstances, ...flags: string[]): Promise<Files[]> {
  const folder = folderWritten(order)
  const base = await runCli(folder, ['run', '--out', 'base', ...flags], process)
  expect(base).toMatchObject({ code: 0, stderr: '' })
  write(folder, {
    'docs/auth/sign-in.md': '# Nothing\n\nTo be written.\n',
    'docs/api/errors.md': '# Ä\n\nÖ, ß and 会话.\n',
  })
  const head = await runCli(folder, ['run', '--baseline', 'base/report.json', '--out', 'head', ...flags], process)
  expect(head).toMatchObject({ code: 1, stderr: '' })
  return [filesIn(join(folder, 'base')), filesIn(join(folder, 'head'))]
}

/** Without what may vary, wherever it stands. */
function lasting(text: string): unknown {
  return JSON.parse(text, (key, value) => (['timing', 'latency', 'platform'].includes(key) ? undefined : value))
}

describe('the same input gives the same bytes in every file with --no-timing', () => {
  let expected: Promise<Files[]> | undefined
  const once = () => {
    expected ??= reports({}, '--no-timing')
    return expected
  }

  it('and these are all the reports, of a run that passes and of one that fails', async () => {
    const [base, head] = await once()
    expect([...base!.keys()]).toEqual(
      expect.arrayContaining(['comment.md', 'report.html', 'report.json', 'runs/bm25.run']),
    )
    expect(JSON.parse(base!.get('report.json')!).verdict.status).toBe('pass')
    expect(JSON.parse(head!.get('report.json')!).comparison.strategies).toHaveLength(4)
  })

  const circumstances: [string, Circumstances][] = [
    ['again, in another folder', {}],
    ['with another order of files on the disk', { order: 'backwards' }],
    ['in another time zone', { env: { TZ: 'Pacific/Kiritimati' } }],
    ['under a Turkish locale', { env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } }],
    [
      'under a German locale, west of Greenwich',
      { env: { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', TZ: 'America/Lima' } },
    ],
    ...nodes.map((node): [string, Circumstances] => [`under ${node}`, { node }]),
  ]

  it.each(circumstances)('%s', async (_, changed) => {
    expect(await reports(changed, '--no-timing')).toEqual(await once())
  })
})

describe('without --no-timing', () => {
  it('report.json differs in nothing but timing, latency and platform', async () => {
    const [one, other] = await Promise.all([reports({}), reports({ order: 'backwards', env: { TZ: 'Asia/Tokyo' } })])
    const quick = await reports({}, '--no-timing')
    for (const [turn, files] of one.entries()) {
      const text = files.get('report.json')!
      expect(JSON.parse(text)).toHaveProperty('latency')
      expect(JSON.parse(text)).toHaveProperty('platform')
      expect(lasting(text)).toEqual(lasting(other[turn]!.get('report.json')!))
      expect(lasting(text)).toEqual(lasting(quick[turn]!.get('report.json')!))
    }
  })
})
