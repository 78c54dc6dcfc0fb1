/**
 * What eight other strategies add to bm25 alone, when all that they ask is in the model store: about 1,200 chunks,
 * 100 questions, vectors of 1,536 numbers. Processor and wall time of whole runs in this process, the two configurations in turns.
 *
 *     node bench/nine-strategies.bench.ts [STRATEGY...]        # Node 24
 *
 * The texts are those of the Markdown files in `node_modules`; models are stand-ins that answer at once. With names of
 * strategies, these alone are added to bm25 and what they are made of.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { runPipeline } from '../src/pipeline.ts'
import { Random } from '../src/statistics/random.ts'
import { openAiServer } from '../test/support/model-server/openai-server.ts'
import { scriptedWriter } from '../test/support/model-server/scripted-writer.ts'
import { median } from './bm25/cpu-time.ts'
import { markdownCorpus } from './bm25/markdown-corpus.ts'

const DOCUMENTS = 92
/** They are cut into about 1,200 chunks. */
const SECTIONS = 920
const QUESTIONS = 100
const DIMENSIONS = 1536
const ROUNDS = 5
const LIMIT = 2

const nine: Readonly<Record<string, string>> = {
  bm25: '{ type: bm25 }',
  vector: '{ type: dense, embedder: sentences }',
  hybrid: '{ type: hybrid, of: [bm25, vector] }',
  hyde: '{ type: hyde, of: vector, chat: writer }',
  qna: '{ type: qna, of: vector, chat: writer, questions: 3 }',
  graph: '{ type: graph, of: bm25 }',
  rerank: '{ type: rerank, of: vector, depth: 50 }',
  raptor: '{ type: raptor, of: vector, embedder: sentences, chat: writer }',
  'hybrid-rerank': '{ type: rerank, of: hybrid, depth: 50 }',
}

const folder = mkdtempSync(join(tmpdir(), 'nine-strategies-'))
const server = await openAiServer({ embed: async (texts) => texts.map(vectorOf), chat: scriptedWriter })
try {
  await measure(process.argv.slice(2))
} finally {
  await server.close()
  rmSync(folder, { recursive: true })
}

async function measure(wanted: readonly string[]): Promise<void> {
  writeKnowledgeBase()
  const alone = writeConfig('alone', ['bm25'])
  const all = writeConfig('all', wanted.length === 0 ? Object.keys(nine) : ['bm25', 'vector', 'hybrid', ...wanted])
  const chunks = await run(all, false)
  const seconds = { [alone]: [] as Time[], [all]: [] as Time[] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const config of [alone, all]) {
      const time = await timed(() => run(config, true))
      if (round > 0) seconds[config]!.push(time)
    }
  }
  const cpu = [alone, all].map((config) => median(seconds[config]!.map((time) => time.cpu)))
  const wall = [alone, all].map((config) => median(seconds[config]!.map((time) => time.wall)))
  console.log(`${chunks} chunks, ${QUESTIONS} questions`)
  console.log(
    `processor seconds: bm25 alone ${text(cpu[0]!)}, all ${text(cpu[1]!)}, overhead ${text(cpu[1]! - cpu[0]!)}`,
  )
  console.log(
    `wall seconds: bm25 alone ${text(wall[0]!)}, all ${text(wall[1]!)}, overhead ${text(wall[1]! - wall[0]!)}`,
  )
  if (wall[1]! - wall[0]! >= LIMIT) process.exitCode = 1
}

function writeKnowledgeBase(): void {
  const { texts, questions } = markdownCorpus([join(import.meta.dirname, '../node_modules')], SECTIONS, QUESTIONS)
  mkdirSync(join(folder, 'docs'))
  const each = SECTIONS / DOCUMENTS
  for (let document = 0; document < DOCUMENTS; document++) {
    const sections = texts.slice(document * each, (document + 1) * each)
    const page = sections.map((text, index) => `# Part ${index}\n\n${wrapped(text)}\n`).join('\n')
    writeFileSync(join(folder, `docs/page${document}.md`), page)
  }
  const lines = questions.map((query, index) =>
    JSON.stringify({ id: `q${index}`, query, expected_files: [`docs/page${index % DOCUMENTS}.md`] }),
  )
  writeFileSync(join(folder, 'questions.jsonl'), `${lines.join('\n')}\n`)
}

/** Without what would be read as a heading, a list or code. */
function wrapped(text: string): string {
  return text.replaceAll(/[#`*~<>-]+/g, ' ').replaceAll(/((?:\S+\s+){12})/g, '$1\n')
}

function writeConfig(name: string, strategies: readonly string[]): string {
  const model = `{ type: openai-compatible, baseUrl: "${server.baseUrl}", model: stand-in }`
  const entries = [...new Set(strategies)].map((strategy) => `  ${strategy}: ${nine[strategy]}\n`)
  const config = `name: ${name}
documents: { include: ["docs/**/*.md"] }
chunking: { by: heading, maxTokens: 300, overlap: 0 }
queries: questions.jsonl
modelStore: models
embedders:\n  sentences: ${model}
chats:\n  writer: ${model}
strategies:\n${entries.join('')}baseline: none
`
  writeFileSync(join(folder, `${name}.yml`), config)
  return `${name}.yml`
}

/** The number of chunks. */
async function run(config: string, offline: boolean): Promise<number> {
  const { report } = await runPipeline(
    { config, out: `reports/${config}`, cache: false, offline },
    {
      ...{ cwd: folder, env: {}, fetch, isTerminal: false, platform: {} },
      ...{ stdout: () => {}, stderr: () => {}, now: () => performance.now(), signal: new AbortController().signal },
    },
  )
  return report.strategies.bm25!.index!.chunks
}

interface Time {
  readonly cpu: number
  readonly wall: number
}

async function timed(work: () => Promise<unknown>): Promise<Time> {
  const [before, began] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1e6, wall: (performance.now() - began) / 1e3 }
}

function text(seconds: number): string {
  return seconds.toFixed(2)
}

/** The same for the same text; neighbours mean nothing. */
function vectorOf(words: string): number[] {
  const random = new Random(words)
  return Array.from({ length: DIMENSIONS }, () => Math.round((random.unit() - 0.5) * 1e6) / 1e6)
}
