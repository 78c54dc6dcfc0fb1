/**
 * The store of models' answers: what reading many vectors takes beside reading their files, and whether appending one takes
 * longer the more there are.
 *
 *     npx tsx bench/model-store.bench.ts [VECTORS]
 *
 * 100,000 vectors of 1,536 numbers unless told: 620 MB on disk. A read is a journal opened anew, every record checked, and
 * every vector found by its key; the files are read in turns with it, so both come from the cache of the system, on the same
 * machine at the same time. Times are those of the processor.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Journal } from '../src/store/journal.ts'
import { keyOf } from '../src/store/record-file.ts'

const COUNT = Number(process.argv[2] ?? 100_000)
const DIMENSIONS = 1536
const BATCH = 256
const ROUNDS = 5

const folder = join(mkdtempSync(join(tmpdir(), 'model-store-')), 'model')
const keys = Array.from({ length: COUNT }, (_, index) => keyOf(['passage', `text ${index}`]))
const open = () => new Journal(folder, (line) => process.stdout.write(`${line}\n`))

async function fill(): Promise<void> {
  const journal = open()
  const vector = new Float32Array(DIMENSIONS)
  const costs: number[] = []
  for (let start = 0; start < COUNT; start += BATCH) {
    const records = keys.slice(start, start + BATCH).map((key, index) => {
      vector.fill(Math.sin(start + index))
      return { key, value: new Uint8Array(vector.slice().buffer) }
    })
    const began = performance.now()
    await journal.append(records)
    costs.push((performance.now() - began) / records.length)
  }
  const tenth = Math.ceil(costs.length / 10)
  const [first, last] = [median(costs.slice(0, tenth)), median(costs.slice(-tenth))]
  process.stdout.write(
    `append, ms a vector: ${first.toFixed(3)} among the first tenth, ${last.toFixed(3)} among the last\n`,
  )
  const began = performance.now()
  await journal.close()
  process.stdout.write(`close, ms: ${(performance.now() - began).toFixed(0)}\n`)
}

function readFiles(): number {
  return readdirSync(folder).reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0)
}

function readVectors(): Float32Array[] {
  const journal = open()
  return keys.map((key) => {
    const { buffer, byteOffset } = journal.get(key)!
    return new Float32Array(buffer, byteOffset, DIMENSIONS)
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Milliseconds of processor time, of the program and of the system for it: other work on the machine counts less. */
function timed(work: () => unknown): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

await fill()
process.stdout.write(`files: ${readdirSync(folder).length}, ${(readFiles() / 1e6).toFixed(0)} MB\n`)
const [files, vectors] = [[] as number[], [] as number[]]
for (let round = 0; round < ROUNDS; round++) {
  files.push(timed(readFiles))
  vectors.push(timed(readVectors))
}
const ratio = median(vectors.map((time, round) => time / files[round]!))
process.stdout.write(
  `files ${median(files).toFixed(0)} ms, vectors ${median(vectors).toFixed(0)} ms: ${ratio.toFixed(2)} times\n`,
)
rmSync(join(folder, '..'), { recursive: true, force: true })
if (ratio >= 3) process.exitCode = 1
