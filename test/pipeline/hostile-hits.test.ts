import { expect, it } from 'vitest'
import { runPipeline } from '../../src/pipeline.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { httpServer, sendJson } from '../support/engines/http-server.ts'
import { documents, portsAt, questions } from './workspace.ts'

const COUNT = 12
const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(1)>'

/** What a retriever that means harm could return. */
const HOSTILE: readonly Record<string, unknown>[] = [
  { id: '../../etc/passwd', path: '../../etc/passwd', text: MARKUP },
  { id: '/etc/passwd', path: '/etc/passwd', text: '::error::planted\r\n::set-output name=verdict::pass' },
  { id: '__proto__', path: '__proto__', text: '\u202Etxt.exe' },
  { id: 'constructor', document: 'constructor', text: '@everyone #1 [x](javascript:alert(1))' },
  { id: 'toString', text: '\u0000\u001b[2J' },
  { id: `${MARKUP}|\r\n::error::planted`, path: `docs/${MARKUP}.md`, text: '-->' },
  { id: 'x'.repeat(4096), text: 'y'.repeat(100_000) },
]

const CONFIG = (url: string) => `documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies:
  mine: { type: http, url: ${url}, body: { q: "{{query}}" }, hits: { outside: keep } }
gate: [{ metric: ndcg@10, min: 0.5 }]
`

it('keeps what a hostile retriever returns from being anything but text in the reports', async () => {
  const server = await httpServer((_, response) =>
    sendJson(
      response,
      HOSTILE.map((hit, index) => ({ ...hit, score: -index })),
    ),
  )
  const folder = temporaryFolder()
  write(folder, { 'retrieval-gate.yml': CONFIG(server.url), 'questions.jsonl': questions(COUNT), ...documents(COUNT) })
  const { verdict, files } = await runPipeline({ timing: false }, { ...portsAt(folder), fetch })
  expect(verdict.status).toBe('fail')
  const report = JSON.parse(files.get('report.json')!) as { strategies: Record<string, { rankings: object }> }
  expect(Object.keys(report.strategies.mine!.rankings)).toHaveLength(COUNT)
  expect(({} as Record<string, unknown>).path).toBeUndefined()
  for (const [name, text] of files) {
    expect(text.length, name).toBeLessThan(1_000_000)
    if (name.endsWith('.json')) continue
    expect(text, name).not.toMatch(/^::/m)
    expect(text, name).not.toContain('\r')
    expect(text, name).not.toContain('\u001b')
    if (!/^runs\//.test(name)) expect(text, name).not.toMatch(/<script>alert|<img src=x/)
    expect(text, name).not.toMatch(/^root:/m)
  }
}, 60_000)
