import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/commands/check.ts'
import { run } from '../../src/commands/run.ts'
import { search } from '../../src/commands/search.ts'
import { sweep } from '../../src/commands/sweep.ts'
import { mergeShards } from '../../src/merge-shards.ts'
import type { Ports } from '../../src/ports.ts'
import { runShard } from '../../src/run-shard.ts'
import { Secrets } from '../../src/secrets.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import type { JsonServer } from '../support/model-server/json-server.ts'
import { type OpenAiOptions, openAiServer } from '../support/model-server/openai-server.ts'
import { documents, type Files, portsAt, questions } from './workspace.ts'

const COUNT = 20
const SECRET = 'sk-proj-"quoted"&0123456789'

let server: (JsonServer & { readonly baseUrl: string }) | undefined
let twist = 0

/** Counts of letters: the same words are near each other. `twist` makes another model of it. */
function letters(text: string): number[] {
  const counts = new Array<number>(26).fill(0)
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97
    if (at >= 0 && at < 26) counts[(at * (1 + twist)) % 26]! += 1
  }
  return counts.map((value) => value + 0.01)
}

async function serve(more: OpenAiOptions = {}): Promise<string> {
  server = await openAiServer({ embed: async (texts) => texts.map(letters), ...more })
  return server.baseUrl
}

beforeEach(() => {
  twist = 0
})
afterEach(async () => {
  await server?.close()
  server = undefined
})

const asked = () => server!.asked.length
const textsAsked = () => server!.asked.flatMap(({ body }) => body.input as string[])

function files(baseUrl: string, more = '', model = 'retries: 0'): Files {
  const config = `name: test
documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies:
  dense: { type: dense, embedder: small }
embedders:
  small: { type: openai-compatible, model: letters, baseUrl: "${baseUrl}", apiKeyEnv: KEY, ${model} }
${more}`
  return { 'retrieval-gate.yml': config, 'questions.jsonl': questions(COUNT), ...documents(COUNT) }
}

/** What a command wrote, with a network and the key, or without. */
async function command(folder: string, flags: object = {}, more: Partial<Ports> = {}) {
  const said: string[] = []
  const secrets = new Secrets()
  const ports: Ports = {
    ...portsAt(folder),
    env: { KEY: SECRET },
    fetch,
    secrets,
    stdout: (text) => void said.push(secrets.redact(text)),
    ...more,
  }
  const code = await run({ timing: false, ...flags }, ports).catch((error: Error) => secrets.redact(error.message))
  return { code, stdout: said.join('') }
}

function workspace(content: Files): string {
  const folder = temporaryFolder()
  write(folder, content)
  return folder
}

/** Every file in a folder but what is named, by path. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    names.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  )
}

const reportsOf = (folder: string) =>
  new Map(
    Array.from(filesIn(join(folder, 'retrieval-gate-report')), ([path, text]) => [path.slice(folder.length), text]),
  )
const reportOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'retrieval-gate-report/report.json'), 'utf8'))

const without: Partial<Ports> = { env: {}, fetch: () => Promise.reject(new Error('no network')) }

describe('a run with a model outside', () => {
  it('asks for every text once; the next run asks only whether it is still the same model', async () => {
    const folder = workspace(files(await serve()))
    expect((await command(folder)).code).toBe(0)
    expect(new Set(textsAsked()).size).toBe(textsAsked().length)
    const before = asked()
    expect((await command(folder)).code).toBe(0)
    expect(asked() - before).toBe(1)
    expect(textsAsked().slice(-10)).toContain('How do I reset my password?')
  })

  it('replays to the same bytes in another folder, without network and key', async () => {
    const folder = workspace(files(await serve()))
    await command(folder)
    const clone = workspace(files(server!.baseUrl))
    cpSync(join(folder, '.retrieval-gate/models'), join(clone, '.retrieval-gate/models'), { recursive: true })
    expect((await command(clone, { offline: true }, without)).code).toBe(0)
    expect(reportsOf(clone)).toEqual(reportsOf(folder))
    expect(reportOf(clone).canaries).toHaveLength(1)
    expect(reportOf(clone).warnings).toEqual([])
  })

  it('says offline what is missing, of which model, for which strategy, and writes no report', async () => {
    const folder = workspace(files(await serve()))
    const { code } = await command(folder, { offline: true }, without)
    expect(code).toMatch(/^the model store lacks 40 answers, and `--offline` asks no model\n/)
    expect(code).toMatch(
      /found: {4}dense needs 40 of embedder small \(openai-compatible\/letters\), such as for "docs\/page-1\.md /,
    )
    expect(code).toContain('to do:    run it once without `--offline`')
    expect(asked()).toBe(0)
    expect(existsSync(join(folder, 'retrieval-gate-report/report.json'))).toBe(false)
  })

  it('says at once where the key is missing, and asks nothing', async () => {
    const folder = workspace(files(await serve()))
    expect((await command(folder, {}, { env: {} })).code).toBe(
      'retrieval-gate.yml:7:3: the environment variable KEY is not set\n' +
        '  found:    the model store lacks 40 answers of embedder small (openai-compatible/letters), for dense\n' +
        '  to do:    set it for this command; in a workflow, give it to the step from a secret (`env:`)',
    )
    expect(asked()).toBe(0)
  })

  it('goes on after a run that broke off, and pays for nothing twice', async () => {
    const baseUrl = await serve({
      fault: (n) => (n === 1 ? { status: 400, json: { error: { message: 'no' } } } : undefined),
    })
    const folder = workspace(files(baseUrl, '', 'retries: 0, batch: 4, concurrency: 1'))
    const { code } = await command(folder)
    expect(code).toMatch(/^embedder `small` \(openai-compatible\/letters\): .*no/)
    expect(code).toContain('nothing is lost: what was answered is in the model store')
    const first = textsAsked().slice(0, 4)
    const before = asked()
    expect((await command(folder)).code).toBe(0)
    const again = server!.asked.slice(before).flatMap(({ body }) => body.input as string[])
    expect(again.filter((text) => first.includes(text))).toEqual([])
  })

  it('says where the model stands in the config that refuses to answer', async () => {
    const folder = workspace(files(await serve({ fault: () => ({ status: 403, json: { error: { message: 'no' } } }) })))
    expect((await command(folder)).code).toBe(
      'retrieval-gate.yml:7:3: embedder `small` (openai-compatible/letters) may not be asked\n' +
        `  found:    status 403 from ${server!.baseUrl}/embeddings: no\n` +
        '  to do:    the key in KEY lacks the right to use this model: give it that at the provider, or name another model',
    )
    expect(asked()).toBe(1)
  })

  it('shows from the first call on what is asked for, and why it is asked again later', async () => {
    const soon = { status: 429, json: { error: { message: 'slow down' } }, headers: { 'retry-after-ms': '1' } }
    const folder = workspace(files(await serve({ fault: (n) => (n === 0 ? soon : undefined) }), '', 'retries: 1'))
    const said: string[] = []
    const bar = { isTerminal: true, stderr: (text: string) => void said.push(text) }
    expect((await command(folder, { json: true }, bar)).code).toBe(0)
    const drawn = said.map((text) => text.replace(/^[\s\S]*[█░] /u, ''))
    const first = drawn.indexOf('dense 0/20')
    expect(drawn[first + 1]).toBe(`dense 0/20, waiting 1 s: 429 from ${new URL(server!.url).host}`)
    expect(drawn).toContain('dense, embedder small 0/20')
  })

  it('searches with what the store holds', async () => {
    const folder = workspace(files(await serve()))
    await command(folder)
    const said: string[] = []
    const ports = { ...portsAt(folder), ...without, stdout: (text: string) => void said.push(text) }
    const words = 'What is the waazk?'
    expect(await search(words, { k: 3, offline: true }, ports)).toBe(0)
    expect(said.join('')).toContain('docs/page-1.md')
    await expect(search('never asked', { k: 3, offline: true }, ports)).rejects.toThrow(
      'the model store lacks 1 answer',
    )
  })
})

describe('`check` and `sweep` without a network', () => {
  const ports = (folder: string, said: string[]) => ({
    ...portsAt(folder),
    ...without,
    stdout: (text: string) => void said.push(text),
  })

  it('try strategies with what the store holds, and name what it lacks for each', async () => {
    const content = files(await serve())
    const two = (content['retrieval-gate.yml'] as string).replace('embedders:', '  bm25: { type: bm25 }\nembedders:')
    const folder = workspace({ ...content, 'retrieval-gate.yml': two })
    await command(folder)
    const said: string[] = []
    expect(await check({ k: 3, offline: true }, ports(folder, said))).toBe(0)
    expect(await check({ k: 3, offline: true, query: 'never asked' }, ports(folder, said))).toBe(2)
    expect(said.join('')).toMatch(/2 of 2 answered[\s\S]*dense \(dense\): FAILED\n +the model store lacks 1 answer/)
    expect(said.join('')).toMatch(/1 of 2 answered\n$/)
  })

  it('sweep over what the store holds, or name what it lacks', async () => {
    const folder = workspace(files(await serve(), 'sweep: { strategies.dense.dimensions: [8, 26] }\n'))
    const flags = { budget: 2000, test: true, earlyStop: true, cache: false, offline: true, quiet: true } as const
    const said: string[] = []
    await expect(sweep(flags, ports(folder, said))).rejects.toThrow(/^the model store lacks \d+ answers/)
    await command(folder)
    const before = asked()
    expect(await sweep(flags, ports(folder, said))).toBe(0)
    expect([asked(), said]).toEqual([before, [expect.stringContaining('dense')]])
  })
})

describe('shards and bases', () => {
  it('merge to the report of the whole run, with what all shards asked', async () => {
    const folder = workspace(files(await serve()))
    const ports: Ports = { ...portsAt(folder), env: { KEY: SECRET }, fetch }
    for (const index of [1, 2]) await runShard({ shard: { index, count: 2 }, out: `parts/${index}` }, ports)
    await mergeShards(['parts'], { timing: true }, ports)
    const merged = reportOf(folder)
    expect(merged.timing.models).toMatchObject([
      { strategy: 'dense', asked: 40, recalled: 20 },
      { strategy: 'check of the model', calls: 2, asked: 20 },
    ])
    await mergeShards(['parts'], { timing: false }, ports)
    const whole = workspace(files(server!.baseUrl))
    await command(whole)
    expect(reportsOf(folder)).toEqual(reportsOf(whole))
  })

  it('share what is asked: a base evaluated beside costs only what it has of its own', async () => {
    const folder = workspace({ ...files(await serve()), '.gitignore': '.retrieval-gate\nretrieval-gate-report\n' })
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args])
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-q', '-m', 'base')
    write(folder, { 'docs/page-1.md': '# Other words\n\nThe waazk is told elsewhere.\n' })
    expect((await command(folder, { base: 'HEAD' })).code).not.toBe(2)
    const texts = textsAsked()
    expect(new Set(texts).size).toBe(texts.length)
    // 20 chunks of head, 1 of the base, 20 questions, and the check of the model.
    expect(texts).toHaveLength(51)
    expect(existsSync(join(folder, '.retrieval-gate/models'))).toBe(true)
  })
})

describe('strategies that have text written', () => {
  const strategies = `strategies:
  bm25: { type: bm25 }
  dense: { type: dense, embedder: small }
  hyde: { type: hyde, of: dense, chat: writer }
  rewritten: { type: multi-query, of: bm25, chat: writer }
chats:
  writer: { type: openai-compatible, model: writes, baseUrl: "URL", price: { input: 1, output: 2 } }`
  const all = (baseUrl: string) => {
    const content = files(baseUrl)
    const config = (content['retrieval-gate.yml'] as string).replace(
      /strategies:\n.*/,
      strategies.replace('URL', baseUrl),
    )
    return { ...content, 'retrieval-gate.yml': config }
  }

  it('stop the run at once where their model cannot be reached, and say where it stands', async () => {
    const gone = await serve()
    await server!.close()
    const content = all(await serve())
    const config = (content['retrieval-gate.yml'] as string).replace(/model: writes, baseUrl: "[^"]*"/, () => {
      return `model: writes, retries: 0, baseUrl: "${gone}"`
    })
    const folder = workspace({ ...content, 'retrieval-gate.yml': `${config}maxErrors: 100\n` })
    expect((await command(folder)).code).toMatch(
      /^retrieval-gate\.yml:\d+:3: chat `writer` \(openai-compatible\/writes\) cannot be reached\n {2}found: {4}http:\S+: nothing listens there \(ECONNREFUSED\)\n {2}to do: {4}start the server, or correct `baseUrl`$/,
    )
    expect(existsSync(join(folder, 'retrieval-gate-report/report.json'))).toBe(false)
  })

  it('are planned with something in the place of the text, about, and replay to the same bytes', async () => {
    const folder = workspace(all(await serve({ chat: (prompt) => `1. ${prompt.slice(-40)}\n2. something else` })))
    const { stdout } = await command(folder, { dryRun: true }, without)
    expect(stdout).toMatch(/hyde +chat writer \(openai-compatible\/writes\) +20 +20 +0/)
    expect(stdout).toMatch(/rewritten +chat writer .* +20 +20 +0/)
    expect(stdout).toMatch(/About \d+ calls, about \d+ tokens/)
    expect(stdout).toContain('What follows from texts that are not written or found yet is a guess')
    expect(asked()).toBe(0)
    expect((await command(folder)).code).toBe(0)
    const first = reportsOf(folder)
    expect(Object.keys(reportOf(folder).strategies)).toEqual(['bm25', 'dense', 'hyde', 'rewritten'])
    const before = asked()
    expect((await command(folder, { offline: true }, without)).code).toBe(0)
    expect([asked(), reportsOf(folder)]).toEqual([before, first])
  })

  it('have what they ask put down to them, also through the strategy that they search with', async () => {
    const content = all(await serve({ chat: (prompt) => `About ${prompt.slice(-40)}` }))
    const config = (content['retrieval-gate.yml'] as string).replace(
      'chats:',
      '  qna: { type: qna, of: dense, chat: writer, questions: 1 }\nchats:',
    )
    const folder = workspace({ ...content, 'retrieval-gate.yml': config })
    expect((await command(folder, { timing: true })).code).toBe(0)
    const asking = reportOf(folder).timing.models.map(
      ({ strategy, role, asked }: { strategy: string; role: string; asked: number }) => `${strategy} ${role} ${asked}`,
    )
    expect(asking).toEqual([
      'dense embedder 40',
      'qna chat 20',
      'qna embedder 20',
      'hyde chat 20',
      'hyde embedder 20',
      'rewritten chat 20',
      'check of the model embedder 10',
    ])
  })

  it('name offline what is missing of each model', async () => {
    const folder = workspace(all(await serve()))
    const { code } = await command(folder, { offline: true }, without)
    expect(code).toMatch(
      /dense needs 40 of embedder small[\s\S]*hyde needs 20 of chat writer[\s\S]*hyde needs 20 of embedder small[\s\S]*rewritten needs 20 of chat writer/,
    )
  })
})

describe('cost', () => {
  const priced = 'retries: 0, price: { input: 2 }'

  it('is planned by a dry run that asks nothing and writes nothing', async () => {
    const folder = workspace(files(await serve(), '', priced))
    const { code, stdout } = await command(folder, { dryRun: true }, without)
    expect(code).toBe(0)
    expect(stdout).toMatch(/dense +embedder small \(openai-compatible\/letters\) +2 +40 +0 +\d+ +0 +0\.00\d\d/)
    expect(stdout).toMatch(/check of the model +embedder small .* +1 +10 +0/)
    expect(stdout).toMatch(/Just 3 calls, about \d+ tokens, at a cost of about 0\.00\d\d\. Nothing was asked\./)
    expect([
      asked(),
      existsSync(join(folder, 'retrieval-gate-report')),
      existsSync(join(folder, '.retrieval-gate')),
    ]).toEqual([0, false, false])
  })

  it('is what the plan said, to the call', async () => {
    const folder = workspace(files(await serve(), '', priced))
    const plan = JSON.parse((await command(folder, { dryRun: true, json: true }, without)).stdout)
    await command(folder, { timing: true })
    expect(asked()).toBe(plan.calls)
    const { models } = reportOf(folder).timing
    expect(models.map(({ calls }: { calls: number }) => calls)).toEqual(
      plan.lines.map(({ calls }: { calls: number }) => calls),
    )
    expect(models[0]).toMatchObject({
      strategy: 'dense',
      role: 'embedder',
      entry: 'small',
      asked: 40,
      recalled: 0,
      estimated: false,
    })
    expect(models[0].cost).toBeCloseTo((models[0].inputTokens * 2) / 1e6, 12)
    const { stdout } = await command(folder, { timing: true })
    expect(stdout).toMatch(/Models: 1 call, \d+ tokens, at a cost of about 0\.000\d; 40 answers from the model store/)
    expect((await command(folder, { dryRun: true }, without)).stdout).toContain(
      '\nEverything is in the model store: no call would be made but one, the check of the model.\n',
    )
    expect((await command(folder, { dryRun: true, offline: true }, without)).stdout).toContain(
      '\nEverything is in the model store: no call would be made.\n',
    )
  })

  it.each([
    ['maxCalls: 2', 'the models would be asked for more than `maxCalls` allows; nothing was asked', 'about 3 calls'],
    ['maxCost: 0.0001', 'the models would be asked for more than `maxCost` allows', 'about 0.00'],
  ])('is checked before the first call: %s', async (limit, message, found) => {
    const folder = workspace(files(await serve(), `${limit}\n`, priced))
    const { code } = await command(folder)
    expect(code).toContain(message)
    expect(code).toContain(found)
    expect(asked()).toBe(0)
    expect((await command(folder, { dryRun: true })).stdout).toContain('That is more than `max')
  })

  it('may be exactly what is needed', async () => {
    const folder = workspace(files(await serve(), 'maxCalls: 3\n', priced))
    expect((await command(folder)).code).toBe(0)
    expect(asked()).toBe(3)
  })

  it('is in the reports of a timed run, and in no other', async () => {
    const folder = workspace(files(await serve(), '', priced))
    await command(folder, { timing: true })
    for (const name of ['report.html', 'summary.md']) {
      expect(readFileSync(join(folder, 'retrieval-gate-report', name), 'utf8')).toContain('The models')
    }
    await command(folder)
    for (const [, text] of reportsOf(folder)) expect(text).not.toContain('The models')
  })
})

describe('a model that changes behind its name', () => {
  it('is told by the report, and what to do with what is stored', async () => {
    const folder = workspace(files(await serve()))
    await command(folder)
    const base = join(folder, 'base.json')
    write(folder, {
      'base.json': JSON.stringify(reportOf(folder)),
      'docs/new.md': 'Another page, to be embedded anew.',
    })
    twist = 2
    const { stdout } = await command(folder, { baseline: base })
    const report = reportOf(folder)
    const note =
      /The model behind `openai-compatible\/letters.*` has changed since the baseline \(cosine 0\.\d{3}\): what changed may come from it/
    expect(report.verdict.notes).toEqual([expect.stringMatching(note)])
    expect(report.warnings).toEqual([
      expect.stringMatching(
        /^the model behind openai-compatible\/letters has changed since its vectors in the model store were made \(cosine 0\.\d{3}\), .*: delete the folder openai-compatible-letters-[0-9a-f]{16} of the model store to embed everything anew$/,
      ),
    ])
    expect(stdout).toContain('has changed since the baseline')
    for (const name of ['comment.md', 'summary.md', 'report.html']) {
      expect(readFileSync(join(folder, 'retrieval-gate-report', name), 'utf8'), name).toContain(
        'has changed since the baseline',
      )
    }
  })

  it('is noted by the first run that is of the new one, and by none of stored vectors alone', async () => {
    const folder = workspace(files(await serve()))
    await command(folder)
    const base = join(folder, 'base.json')
    write(folder, { 'base.json': JSON.stringify(reportOf(folder)) })
    twist = 2
    await command(folder, { baseline: base })
    expect(reportOf(folder).verdict.notes).toEqual([])
    expect(reportOf(folder).warnings).toEqual([expect.stringContaining('has changed since its vectors')])
    write(folder, { 'base.json': JSON.stringify(reportOf(folder)) })
    rmSync(join(folder, '.retrieval-gate/models'), { recursive: true })
    const { stdout } = await command(folder, { baseline: base })
    expect(reportOf(folder).verdict.notes).toEqual([expect.stringContaining('has changed since the baseline')])
    expect(reportOf(folder).warnings).toEqual([])
    expect(stdout).toContain('until then both sides take what is stored.\n')
  })

  it('is not seen where only the rounding differs; the report has the same bytes', async () => {
    const folder = workspace(
      files(
        await serve({
          embed: async (texts) =>
            texts.map((text) => letters(text).map((value) => value * (1 + 1e-4 * Math.sin(asked() + value)))),
        }),
      ),
    )
    await command(folder)
    const first = reportsOf(folder)
    await command(folder)
    expect(reportsOf(folder)).toEqual(first)
  })

  it('cannot be looked for without a key, which a run that needs no other call survives', async () => {
    const folder = workspace(files(await serve()))
    await command(folder)
    expect((await command(folder, {}, { env: {} })).code).toBe(0)
    expect(reportOf(folder).warnings).toEqual([
      'embedder `small` could not be asked whether it is still the model that it was: the environment variable KEY is not set',
    ])
  })
})

describe('a secret', () => {
  it.each([401, 400, 500])(
    'is in no file and no output, though the provider repeats it with status %i',
    async (status) => {
      const echo = (n: number) => {
        const sent = server!.asked[n]!.headers
        expect(sent.authorization).toBe(`Bearer ${SECRET}`)
        return {
          status,
          json: { error: { message: `bad key ${SECRET}; ${JSON.stringify(sent)} ${encodeURIComponent(SECRET)}` } },
        }
      }
      let failing = true
      const baseUrl = await serve({ fault: (n) => (failing ? echo(n) : undefined) })
      const folder = workspace(files(baseUrl, 'maxErrors: 100\n', 'retries: 0'))
      const broken = await command(folder)
      expect(typeof broken.code).toBe('string')
      failing = false
      await command(folder)
      // New questions fail one by one.
      write(folder, { 'questions.jsonl': questions(COUNT, (line) => ({ ...line, query: `${line.query} Please.` })) })
      failing = true
      const erring = await command(folder, { timing: true })
      const all = [broken.code, broken.stdout, erring.code, erring.stdout, ...filesIn(folder).values()].join('\n')
      for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET), '0123456789']) {
        expect(all.includes(form), form).toBe(false)
      }
    },
  )

  it('that stands in the config where a name of a variable belongs is not repeated', async () => {
    const content = files(await serve())
    const config = (content['retrieval-gate.yml'] as string).replace('apiKeyEnv: KEY', 'apiKeyEnv: sk-proj-0123456789')
    const folder = workspace({ ...content, 'retrieval-gate.yml': config })
    const { code } = await command(folder)
    expect(code).toContain('never the key itself')
    expect(code).not.toContain('0123456789')
  })
})
