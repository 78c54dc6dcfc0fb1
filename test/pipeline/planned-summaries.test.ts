import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { run } from '../../src/commands/run.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import type { JsonServer } from '../support/model-server/json-server.ts'
import { openAiServer } from '../support/model-server/openai-server.ts'
import { type Files, portsAt, questions } from './workspace.ts'

const WORDS = ['lock', 'pear', 'river', 'glass', 'stone', 'cloud', 'paper', 'light', 'sound', 'horse', 'wheel', 'grain']
const DOCUMENTS = 120

let server: (JsonServer & { readonly baseUrl: string }) | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Counts of words, a little apart for every text. */
function counts(text: string): number[] {
  return [...WORDS.map((word) => text.split(word).length - 1), ...[3, 5, 7, 11].map((n) => (text.length % n) / (4 * n))]
}

/** Three sections on three words. */
function page(index: number): string {
  const word = (step: number) => WORDS[(index * step + step) % WORDS.length]!
  const section = (n: number) =>
    `## Part ${n}\n\n${`The ${word(n)} of ${word(n + 4)} by page ${index}. `.repeat(6 + n)}\n`
  return `# Page ${index}\n\n${[1, 2, 3].map(section).join('\n')}`
}

const pathOf = (index: number) => `docs/page-${index + 1}.md`

async function workspace(): Promise<string> {
  server = await openAiServer({
    embed: async (texts) => texts.map(counts),
    chat: (prompt) => `About ${prompt.length}: ${prompt.slice(-60)}`,
  })
  const pages: Files = Object.fromEntries(Array.from({ length: DOCUMENTS }, (_, index) => [pathOf(index), page(index)]))
  const folder = temporaryFolder()
  write(folder, {
    'retrieval-gate.yml': `name: test
documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies:
  dense: { type: dense, embedder: small }
  tree: { type: raptor, of: dense, embedder: small, chat: writer }
embedders:
  small: { type: openai-compatible, model: counts, baseUrl: "${server.baseUrl}" }
chats:
  writer: { type: openai-compatible, model: writes, baseUrl: "${server.baseUrl}" }
`,
    'questions.jsonl': questions(4),
    ...pages,
  })
  return folder
}

async function ran(folder: string, flags: object): Promise<string> {
  const said: string[] = []
  await run({ timing: false, ...flags }, { ...portsAt(folder), fetch, stdout: (text) => void said.push(text) })
  return said.join('')
}

/** Calls, as planned and as made. */
async function planAndRun(folder: string): Promise<{ planned: number; made: number }> {
  const before = server!.asked.length
  const { calls } = JSON.parse(await ran(folder, { dryRun: true, json: true }))
  expect(server!.asked.length).toBe(before)
  await ran(folder, {})
  return { planned: calls, made: server!.asked.length - before }
}

describe('the plan for summaries of groups', () => {
  it('is about what is asked: of a new base, after a changed document, and to the call after a removed one', async () => {
    const folder = await workspace()
    const all = await planAndRun(folder)
    expect(all.made).toBeGreaterThan(25)
    expect(Math.abs(all.planned / all.made - 1)).toBeLessThan(0.3)
    let [planned, made] = [0, 0]
    for (const index of [5, 21, 37]) {
      write(folder, {
        [pathOf(index)]: page(index).replace('## Part 2\n\n', '## Part 2\n\nSince last week there is more. '),
      })
      const changed = await planAndRun(folder)
      planned += changed.planned
      made += changed.made
    }
    // Three changes come to less than one new base.
    expect(made).toBeLessThan(all.made / 2)
    expect(planned / made).toBeGreaterThan(0.5)
    expect(planned / made).toBeLessThan(2)
    rmSync(join(folder, pathOf(11)))
    const removed = await planAndRun(folder)
    expect(removed.made).toBeGreaterThan(1)
    expect(removed.planned).toBe(removed.made)
  })
})
