/**
 * How many texts a second a model of the size of MiniLM embeds: in WebAssembly and natively, by the number of texts that go
 * through the model together, sorted by length and as they come; and whether memory grows.
 *
 *     python3 bench/onnx/make-minilm.py /tmp/minilm
 *     npm install --prefix /tmp/native onnxruntime-node@1.30.0
 *     ONNX_MODEL=/tmp/minilm ONNX_NATIVE=/tmp/native npx tsx bench/onnx.bench.ts [wasm] [native] [memory]
 *
 * Texts a second of processor time, one thread, each size in turns with the others. The texts have 10 to 250 tokens, about as
 * the chunks of a knowledge base do.
 */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pooled } from '../src/models/onnx/pooling.ts'
import { sortedByLength } from '../src/models/onnx/sorted-by-length.ts'
import { OnnxFiles, type TextModel } from '../src/models/onnx/text-model.ts'
import { onnxEmbedder } from '../src/models/onnx.ts'
import { Random } from '../src/statistics/random.ts'
import { modelContext } from '../test/support/model-context.ts'
import { cpuTimeOf, median } from './bm25/cpu-time.ts'

const ROWS = [1, 8, 16, 32, 64]
const TEXTS = 64
const ROUNDS = { wasm: 1, native: 2 }

const folder = process.env.ONNX_MODEL
if (folder === undefined) console.log('skipped: ONNX_MODEL names no folder with a model')
else await measure(folder, process.argv.length > 2 ? process.argv.slice(2) : ['wasm', 'native', 'memory'])

async function measure(folder: string, parts: readonly string[]): Promise<void> {
  const texts = madeTexts(readFileSync(join(folder, 'words.txt'), 'utf8').trim().split('\n'))
  for (const runtime of ['wasm', 'native'] as const) {
    const workspace = runtime === 'wasm' ? tmpdir() : process.env.ONNX_NATIVE
    if (workspace !== undefined && parts.includes(runtime))
      await throughput(await load(folder, workspace), texts, runtime)
  }
  if (parts.includes('memory')) await memory(await load(folder, tmpdir()), texts)
}

async function load(folder: string, workspace: string): Promise<TextModel> {
  const settings = onnxEmbedder.schema.parse({ model: folder })
  return (await OnnxFiles.open(settings, modelContext({}, { baseDirectory: workspace }))).model()
}

function madeTexts(words: readonly string[]): string[] {
  const random = new Random('texts')
  const draw = new Int32Array(250)
  return Array.from({ length: TEXTS }, () => {
    random.fill(draw, words.length)
    const length = new Int32Array(1)
    random.fill(length, 240)
    return Array.from(draw.subarray(0, length[0]! + 8), (word) => words[word]).join(' ')
  })
}

async function throughput(model: TextModel, texts: readonly string[], runtime: 'wasm' | 'native'): Promise<void> {
  if (model.session.runtime !== runtime) throw new Error(`the runtime is ${model.session.runtime}, not ${runtime}`)
  const cases = ROWS.flatMap((rows) => [true, false].map((sorted) => ({ rows, sorted, seconds: [] as number[] })))
  await embed(model, texts.slice(0, 8), 8, true)
  for (let round = 0; round < ROUNDS[runtime]; round++) {
    for (const one of cases) one.seconds.push((await cpuTimeOf(() => embed(model, texts, one.rows, one.sorted))) / 1000)
  }
  console.log(`| ${runtime}, texts together | sorted by length | as they come |\n|---|---|---|`)
  for (const rows of ROWS) {
    const [sorted, unsorted] = cases
      .filter((one) => one.rows === rows)
      .map(({ seconds }) => texts.length / median(seconds))
    console.log(`| ${rows} | ${sorted!.toFixed(1)} | ${unsorted!.toFixed(1)} |`)
  }
}

async function embed(
  model: TextModel,
  texts: readonly string[],
  rows: number,
  sorted: boolean,
): Promise<Float32Array[]> {
  const tokens = texts.map((text) => model.tokenizer.tokens(text))
  return sortedByLength(
    tokens,
    ({ ids }) => (sorted ? ids.length : 0),
    rows,
    async (group) => {
      const fed = model.tokenizer.batch(group)
      return pooled((await model.session.run(fed))[0]!, fed, 'mean')
    },
  )
}

/** Resident memory after each of several passes over the texts, in other orders. */
async function memory(model: TextModel, texts: readonly string[]): Promise<void> {
  const passes: number[] = []
  for (let pass = 0; pass < 6; pass++) {
    await embed(model, [...texts.slice(pass * 8), ...texts.slice(0, pass * 8)].slice(0, 20), 8, pass % 2 === 0)
    globalThis.gc?.()
    passes.push(Math.round(process.memoryUsage().rss / 1e6))
  }
  console.log(`${model.session.runtime}, resident MB after each of ${passes.length} passes: ${passes.join(' ')}`)
}
