import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { run } from '../../src/commands/run.ts'
import { sweep } from '../../src/commands/sweep.ts'
import type { Ports } from '../../src/ports.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import type { JsonServer } from '../support/model-server/json-server.ts'
import { openAiServer } from '../support/model-server/openai-server.ts'
import { documents, type Files, portsAt, questions } from './workspace.ts'

const COUNT = 20
const KEYS = { KEY: 'sk-0123456789', WRITER_KEY: 'sk-9876543210' }

let server: (JsonServer & { readonly baseUrl: string }) | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const asked = () => server!.asked.length

/** Counts of letters. */
function letters(text: string): number[] {
  const counts = new Array<number>(26).fill(0.01)
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97
    if (at >= 0 && at < 26) counts[at]! += 1
  }
  return counts
}

/** A workspace with models behind a server, and what else stands in its config. */
async function workspace(more = '', files: Files = {}): Promise<string> {
  server = await openAiServer({
    embed: async (texts) => texts.map(letters),
    chat: (prompt, { temperature }) => `${prompt.slice(-40)} ${temperature}`,
  })
  const folder = temporaryFolder()
  const calls = 'retries: 0, price: { input: 2, output: 3 }'
  const config = `name: test
documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies:
  dense: { type: dense, embedder: small }
  hyde: { type: hyde, of: dense, chat: writer }
embedders:
  small: { type: openai-compatible, model: letters, baseUrl: "${server.baseUrl}", apiKeyEnv: KEY, ${calls} }
chats:
  writer: { type: openai-compatible, model: writes, baseUrl: "${server.baseUrl}", apiKeyEnv: WRITER_KEY, ${calls} }
${more}`
  write(folder, {
    'retrieval-gate.yml': config,
    'questions.jsonl': questions(COUNT),
    ...documents(COUNT),
    ...files,
  })
  return folder
}

const without: Partial<Ports> = { env: {}, fetch: () => Promise.reject(new Error('no network')) }

/** The exit code of a command, or what it complained of; and what it printed. */
async function outcome(folder: string, command: (ports: Ports) => Promise<number>, more: Partial<Ports> = {}) {
  const said: string[] = []
  const ports: Ports = { ...portsAt(folder), env: KEYS, fetch, stdout: (text) => void said.push(text), ...more }
  const code = await command(ports).catch((error: Error) => error.message)
  return { code, stdout: said.join('') }
}

const ran = (folder: string, flags: object = {}, more: Partial<Ports> = {}) =>
  outcome(folder, (ports) => run({ timing: false, ...flags }, ports), more)

const swept = (folder: string, flags: object = {}, more: Partial<Ports> = {}) =>
  outcome(folder, (ports) => sweep({ budget: 2000, test: true, earlyStop: false, cache: false, ...flags }, ports), more)

const planOf = async (result: ReturnType<typeof swept>) => JSON.parse((await result).stdout)

describe('the plan of a sweep', () => {
  const grid = 'primary: hyde\nsweep: { strategies.hyde.samples: [1, 2], strategies.hyde.of: [dense] }\n'

  it('is what it asks, to the call, where it goes to its end', async () => {
    const folder = await workspace(grid)
    const plan = await planOf(swept(folder, { dryRun: true, json: true, test: false }, without))
    expect(asked()).toBe(0)
    expect(plan).toMatchObject({ settings: 2, isGuess: true, keys: [expect.any(String), expect.any(String)] })
    // Of two samples, the first is that of the setting with one.
    const dev = plan.lines.find(({ role }: { role: string }) => role === 'chat').calls / 2
    expect(dev).toBeGreaterThan(10)
    expect((await swept(folder, { test: false, quiet: true })).code).toBe(0)
    const chats = server!.asked.filter(({ path }) => path.endsWith('completions'))
    expect(chats).toHaveLength(2 * dev)
    expect(asked()).toBe(plan.calls)
  })

  it('counts the questions of test for the current setting and one other, whichever wins', async () => {
    const folder = await workspace(grid.replace('[1, 2]', '[1, 2, 3]'))
    const calls = async (test: boolean) => {
      const { lines } = await planOf(swept(folder, { dryRun: true, json: true, test }, without))
      const chats = lines.filter(({ role }: { role: string }) => role === 'chat')
      return chats.map(({ of, calls }: { of?: string; calls: number }) => [of ?? 'dev', calls])
    }
    const dev = (await calls(false))[0][1]
    expect(dev % 3).toBe(0)
    const test = COUNT - dev / 3
    // The current setting asks for one text a question of test, the dearest other one for two more.
    expect(await calls(true)).toEqual([
      ['dev', dev],
      ['test', 3 * test],
    ])
  })

  it('is printed, and nothing is written', async () => {
    const folder = await workspace(grid)
    const { code, stdout } = await swept(folder, { dryRun: true }, { ...without, env: KEYS })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^strategy +model +calls +answers +in the store/)
    expect(stdout).toMatch(/\nhyde +chat writer \(openai-compatible\/writes\) +\d+ +\d+ +0 /)
    expect(stdout).toMatch(/\ntest: hyde +chat writer /)
    expect(stdout).toMatch(
      /\nAt most about \d+ calls, about \d+ tokens, at a cost of about 0\.\d{4}\. Nothing was asked\.\n/,
    )
    expect(stdout).toContain('That is for all 2 settings to the end; one that cannot win is stopped, and asks less.')
    expect(readdirSync(folder).sort()).toEqual(['docs', 'questions.jsonl', 'retrieval-gate.yml'])
    const line = await swept(folder, { dryRun: true, quiet: true }, without)
    expect(line.stdout).toMatch(/^At most about [^\n]*\n$/)
  })

  it('counts what settings share once, and nothing that is in the store', async () => {
    const folder = await workspace('sweep: { strategies.dense.dimensions: [8, 12, 26] }\n')
    const flags = { strategy: 'dense', dryRun: true, json: true }
    const first = await planOf(swept(folder, flags, without))
    expect(first.lines.map(({ asked, of }: { asked: number; of?: string }) => [of ?? 'dev', asked])).toEqual([
      ['dev', expect.any(Number)],
      ['test', expect.any(Number)],
    ])
    const answers = first.lines.reduce((sum: number, { asked }: { asked: number }) => sum + asked, 0)
    expect(answers).toBe(2 * COUNT)
    await ran(folder)
    const again = await swept(folder, { strategy: 'dense', dryRun: true }, without)
    expect(again.stdout).toMatch(/\nEverything is in the model store: no call would be made\.\n$/)
  })

  it('has nothing of what lies outside this process, and says so', async () => {
    const mine =
      'mine: { type: http, url: "http://127.0.0.1:9/search", body: { q: "{{query}}" }, hits: { list: hits, path: file } }'
    const folder = await workspace('primary: fused\nsweep: { strategies.fused.k: [10, 60] }\n')
    const path = join(folder, 'retrieval-gate.yml')
    const config = readFileSync(path, 'utf8')
    write(folder, {
      'retrieval-gate.yml': config.replace(
        'embedders:',
        `  ${mine}\n  fused: { type: hybrid, of: [dense, mine] }\nembedders:`,
      ),
    })
    const { code, stdout } = await swept(folder, { dryRun: true }, without)
    expect([code, stdout]).toEqual([
      0,
      'No model outside this program would be asked.\nOutside this program, so not planned: fused.\n',
    ])
  })

  it.each([
    ['maxCalls: 30', '`maxCalls` allows; nothing was asked', 'at most 30 calls', /up to \d+ calls/],
    ['maxCost: 0.0001', '`maxCost` allows; nothing was asked', 'at most 0.0001', /up to 0\.\d{4}/],
  ])('is held against the limits before the first call: %s', async (limit, what, expected, found) => {
    const folder = await workspace(`${grid}${limit}\n`)
    const { code } = await swept(folder)
    expect(code).toContain(what)
    expect(code).toContain(`expected: ${expected}`)
    expect(code).toMatch(found)
    expect(code).toContain('`retrieval-gate sweep --dry-run` shows what for; raise')
    expect(asked()).toBe(0)
    expect(existsSync(join(folder, '.retrieval-gate/models'))).toBe(false)
    expect((await swept(folder, { dryRun: true })).stdout).toContain('That is more than `max')
  })

  it('may come to exactly the limit', async () => {
    const folder = await workspace(grid)
    const { calls } = await planOf(swept(folder, { dryRun: true, json: true }, without))
    const limited = await workspace(`${grid}maxCalls: ${calls}\n`)
    expect((await swept(limited, { quiet: true })).code).toBe(0)
    expect(asked()).toBeLessThanOrEqual(calls)
  })
})

describe('the plan of a run with the base beside it', () => {
  function commit(folder: string): void {
    write(folder, { '.gitignore': '.retrieval-gate\nretrieval-gate-report\n' })
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args])
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-q', '-m', 'base')
  }

  it('has what the base asks beyond the head, to the call', async () => {
    const folder = await workspace()
    commit(folder)
    write(folder, {
      'docs/page-1.md': '# Other words\n\nThe waazk is told elsewhere.\n',
      'questions.jsonl': questions(COUNT, (line, index) => (index === 3 ? { ...line, query: 'Another?' } : line)),
    })
    const flags = { base: 'HEAD', dryRun: true }
    const plan = await planOf(ran(folder, { ...flags, json: true }, without))
    const rows = plan.lines.map(({ of, strategy, role, asked }: Record<string, unknown>) => [of, strategy, role, asked])
    expect(rows).toEqual([
      [undefined, 'dense', 'embedder', 40],
      [undefined, 'hyde', 'chat', 20],
      [undefined, 'hyde', 'embedder', 20],
      [undefined, 'check of the model', 'embedder', 10],
      // A chunk that is another now, and a question that has other words.
      ['base', 'dense', 'embedder', 2],
      ['base', 'hyde', 'chat', 1],
      ['base', 'hyde', 'embedder', 1],
    ])
    const { stdout } = await ran(folder, flags, without)
    expect(stdout).toMatch(/\nbase: dense +embedder small \(openai-compatible\/letters\) +\d+ +2 +0 /)
    expect(asked()).toBe(0)
    expect(readdirSync(folder)).not.toContain('.retrieval-gate')
    expect((await ran(folder, { base: 'HEAD' })).code).not.toBe(2)
    expect(asked()).toBe(plan.calls)
    expect((await ran(folder, flags, without)).stdout).toContain('Everything is in the model store')
  })

  it('says what keeps the base from being planned, as a run does', async () => {
    const folder = await workspace()
    const planned = await ran(folder, { dryRun: true, baseline: 'recompute' }, without)
    expect(planned.code).toMatch(/^the base cannot be evaluated here \(`baseline: recompute`\)\n {2}found: {4}/)
    expect((await ran(folder, { baseline: 'recompute' })).code).toBe(planned.code)
    expect(asked()).toBe(0)
  })

  it('names the key that only the base wants, before anything is asked', async () => {
    const folder = await workspace()
    commit(folder)
    const path = join(folder, 'retrieval-gate.yml')
    write(folder, {
      'retrieval-gate.yml': readFileSync(path, 'utf8').replace('apiKeyEnv: KEY', 'apiKeyEnv: NEW_KEY'),
      'docs/page-1.md': '# Other words\n\nThe waazk is told elsewhere.\n',
    })
    const env = { NEW_KEY: KEYS.KEY, WRITER_KEY: KEYS.WRITER_KEY }
    const { code } = await ran(folder, { base: 'HEAD' }, { env })
    expect(code).toMatch(
      /the base cannot be evaluated here[\s\S]*[0-9a-f]{7}:retrieval-gate\.yml:8:3: the environment variable KEY is not set \(found: the model store lacks 1 answer of embedder small/,
    )
    expect(asked()).toBe(0)
    // Of the base nothing is wanted that the head does not bring.
    write(folder, documents(COUNT))
    expect((await ran(folder, { base: 'HEAD' }, { env })).code).toBe(0)
  })
})

describe('the plan of a shard', () => {
  it('has its questions, and all chunks', async () => {
    const folder = await workspace()
    const { lines } = await planOf(ran(folder, { dryRun: true, json: true, shard: '2/4' }, without))
    expect(lines.map(({ role, asked }: { role: string; asked: number }) => [role, asked])).toEqual([
      ['embedder', COUNT + COUNT / 4],
      ['chat', COUNT / 4],
      ['embedder', COUNT / 4],
      ['embedder', 10],
    ])
  })
})

describe('a key that is not there', () => {
  it('is named before any work, for every model that will be needed, with its line', async () => {
    const folder = await workspace()
    const ports = { env: {}, stdout: () => {} }
    const { code } = await ran(folder, {}, ports)
    expect(code).toBe(
      '2 keys are missing:\n' +
        '  retrieval-gate.yml:8:3: the environment variable KEY is not set (found: the model store lacks 60 answers of embedder small (openai-compatible/letters), for dense, hyde)\n' +
        '  retrieval-gate.yml:10:3: the environment variable WRITER_KEY is not set (found: the model store lacks 20 answers of chat writer (openai-compatible/writes), for hyde)\n' +
        '  to do:    set each for this command; in a workflow, give each to the step from a secret (`env:`)',
    )
    expect(asked()).toBe(0)
  })

  it('does not wait for the models that do have theirs: nothing is paid for first', async () => {
    const folder = await workspace()
    const { code } = await ran(folder, {}, { env: { KEY: KEYS.KEY } })
    expect(code).toMatch(/^retrieval-gate\.yml:10:3: the environment variable WRITER_KEY is not set\n/)
    expect(asked()).toBe(0)
  })

  it('is no matter where all answers are in the store', async () => {
    const folder = await workspace()
    expect((await ran(folder)).code).toBe(0)
    const before = asked()
    expect((await ran(folder, {}, { env: {} })).code).toBe(0)
    expect(asked()).toBe(before)
    write(folder, { 'docs/new.md': '# New\n\nNobody has read this yet.\n' })
    const { code } = await ran(folder, {}, { env: {} })
    expect(code).toMatch(/KEY is not set\n {2}found: {4}the model store lacks 1 answer of embedder small/)
  })

  it('is no matter for a model that no strategy uses, or a variable that is empty is as good as none', async () => {
    const folder = await workspace('rerankers:\n  unused: { type: cohere, model: rerank-v3.5, apiKeyEnv: NOT_SET }\n')
    expect((await ran(folder)).code).toBe(0)
    write(folder, { 'docs/new.md': '# New\n\nNobody has read this yet.\n' })
    expect((await ran(folder, {}, { env: { ...KEYS, KEY: '' } })).code).toContain('KEY is not set')
  })

  it('stops a sweep as well, also the key of a model that only another setting uses', async () => {
    const other = 'sweep: { strategies.dense.embedder: [small, other] }\n'
    const folder = await workspace(other)
    const path = join(folder, 'retrieval-gate.yml')
    const config = readFileSync(path, 'utf8').replace(
      'chats:',
      `  other: { type: openai, model: text-embedding-3-small, apiKeyEnv: OTHER_KEY, baseUrl: "${server!.baseUrl}" }\nchats:`,
    )
    write(folder, { 'retrieval-gate.yml': config })
    const { code } = await swept(folder, { strategy: 'dense' })
    expect(code).toMatch(
      /^retrieval-gate\.yml:9:3: the environment variable OTHER_KEY is not set\n {2}found: {4}the model store lacks \d+ answers of embedder other \(openai\/text-embedding-3-small\), for dense\n/,
    )
    expect(asked()).toBe(0)
  })

  it('is shown by a dry run, which needs none', async () => {
    const folder = await workspace()
    const { code, stdout } = await ran(folder, { dryRun: true }, without)
    expect(code).toBe(0)
    expect(stdout).toContain('\nNot without a key: retrieval-gate.yml:8:3: the environment variable KEY is not set\n')
    expect((await ran(folder, { dryRun: true }, { ...without, env: KEYS })).stdout).not.toContain('Not without')
  })
})
