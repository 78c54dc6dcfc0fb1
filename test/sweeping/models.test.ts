import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runPipeline } from '../../src/pipeline.ts'
import type { Ports } from '../../src/ports.ts'
import { Secrets } from '../../src/secrets.ts'
import type { SweepOptions } from '../../src/sweeping/open-sweep.ts'
import { runSweep } from '../../src/sweeping/run-sweep.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { documents, type Files, pathOf, portsAt, questions, topic } from '../pipeline/workspace.ts'
import { httpServer, sendJson } from '../support/engines/http-server.ts'
import type { JsonServer } from '../support/model-server/json-server.ts'
import { type OpenAiOptions, openAiServer } from '../support/model-server/openai-server.ts'

const COUNT = 30
const topics = Array.from({ length: COUNT }, (_, index) => topic(index))
const SECRET = 'sk-proj-"quoted"&0123456789'
const OPTIONS: SweepOptions = { budget: 2000, test: false, earlyStop: false, write: false, cache: false, progress() {} }

let server: (JsonServer & { readonly baseUrl: string }) | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function workspace(more: OpenAiOptions, config: (baseUrl: string) => string): Promise<string> {
  server = await openAiServer(more)
  const folder = temporaryFolder()
  const files: Files = {
    ...documents(COUNT),
    'questions.jsonl': questions(COUNT),
    'retrieval-gate.yml': `documents: { include: ["docs/**"] }\nqueries: questions.jsonl\n${config(server.baseUrl)}`,
  }
  write(folder, files)
  return folder
}

const portsFor = (folder: string, more: Partial<Ports> = {}): Ports => ({
  ...portsAt(folder),
  env: { KEY: SECRET },
  fetch,
  ...more,
})

describe('a sweep of a strategy over generated text', () => {
  const configOf = (baseUrl: string, b: string) => `strategies:
  words: { type: bm25, ${b} }
  asked: { type: qna, of: words, chat: writer, questions: 1 }
primary: asked
chats: { writer: { type: openai-compatible, model: writes, baseUrl: "${baseUrl}", retries: 0 } }
sweep: { strategies.words.b: [0.75, 0.1] }
`

  it('searches what was generated, as a run with that config does', async () => {
    const chat = (prompt: string) => `What is the ${/w[a-z]{2}zk/.exec(prompt)?.[0]}?`
    const folder = await workspace({ chat }, (baseUrl) => configOf(baseUrl, 'b: 0.75'))
    const { result } = await runSweep(OPTIONS, portsFor(folder))
    const { report } = await runPipeline({ split: 'dev', timing: false, cache: false }, portsFor(folder))
    expect(report.strategies.words!.summary['ndcg@10']!.point).toBe(1)
    const current = result.rows.find(({ current }) => current)!
    expect(current.score.point).toBe(report.strategies.asked!.summary['ndcg@10']!.point)
  })
})

describe('a sweep of an engine', () => {
  it('counts the tokens of its texts, as a run does', async () => {
    const engine = await httpServer((asked, response) => {
      const word = /w[a-z]{2}zk/.exec(JSON.stringify(asked.body))?.[0]
      sendJson(response, [
        { id: 'other', text: 'It is told here at great length, over and over again, and then once more.', score: 2 },
        { id: 'x', path: pathOf(topics.indexOf(word!)), text: `The ${word} is explained here.`, score: 1 },
      ])
    })
    const config = `strategies:
  web: { type: http, url: "${engine.url}", body: { q: "{{query}}" }, retries: 0 }
sweep: { strategies.web.timeout: [5, 6] }
`
    const folder = await workspace({}, () => `metrics: ["recall@tokens:10", "recall@10"]\n${config}`)
    const { result } = await runSweep({ ...OPTIONS, metric: 'recall@tokens:10' }, portsFor(folder))
    const { report } = await runPipeline({ split: 'dev', timing: false, cache: false }, portsFor(folder))
    const { summary } = report.strategies.web!
    expect([summary['recall@tokens:10']!.point, summary['recall@10']!.point]).toEqual([0, 1])
    expect(result.rows.map(({ score }) => score.point)).toEqual([0, 0, 0])
  })
})

describe('what a sweep writes', () => {
  const configOf = (baseUrl: string) => `maxErrors: 50
strategies:
  dense: { type: dense, embedder: small }
embedders:
  small: { type: openai-compatible, model: letters, baseUrl: "${baseUrl}", apiKeyEnv: KEY, retries: 0 }
sweep: { strategies.dense.dimensions: [8, 9] }
`

  it('holds no key, whatever the provider answers', async () => {
    let questionsAsked = 0
    const fault = () =>
      questionsAsked++ > 0 ? { status: 400, json: { error: { message: `not with ${SECRET}` } } } : undefined
    const embed = async (texts: readonly string[]) =>
      texts.map((text) => Array.from({ length: 9 }, (_, at) => text.length + at))
    const folder = await workspace({ embed, fault }, configOf)
    const secrets = new Secrets()
    const { directory, files } = await runSweep(OPTIONS, portsFor(folder, { secrets }))
    expect(files.get('sweep.json')).toContain('not with ***')
    for (const name of readdirSync(directory)) {
      const text = readFileSync(join(directory, name), 'utf8')
      expect(text, name).not.toContain('0123456789')
      expect(text).toBe(files.get(name))
    }
  })
})
