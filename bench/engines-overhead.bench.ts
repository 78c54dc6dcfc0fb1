/**
 * What the gate adds to a bare loop of `pg` over the same statement, the same vectors and as many questions at once, on a table of its
 * own in PostgreSQL with an HNSW index. Rounds go in turns, each with questions that neither side has been asked before. The gate sends
 * vectors in fewer bytes than anybody would who joins their numbers, so it is also held against a loop that sends them as it does.
 *
 *     RETRIEVAL_GATE_ENGINES=/tmp/engines npx tsx bench/engines-overhead.bench.ts
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import pLimit from 'p-limit'
import pg from 'pg'
import type { Document, Question } from '../src/model.ts'
import type { FloatVectors } from '../src/models/vectors.ts'
import { retrieveRun } from '../src/retrieval/retrieve-run.ts'
import { binaryVector } from '../src/strategies/pgvector/binary-vectors.ts'
import { statementOf } from '../src/strategies/pgvector/named-parameters.ts'
import { vectorText } from '../src/strategies/pgvector/vector-text.ts'
import { pgvector } from '../src/strategies/pgvector.ts'
import { bareContext } from './engines/bare-context.ts'
import { printInTurns } from './engines/in-turns.ts'

const DIMENSIONS = 384
const K = 10
const WARM_UPS = 4
const VECTORS = Number(process.env.BENCH_VECTORS ?? 20_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 30)
const QUESTIONS = Number(process.env.BENCH_QUESTIONS ?? 300)
const CONCURRENCY = Number(process.env.BENCH_CONCURRENCY ?? 4)
/** A table that is there already, and stays. */
const TABLE = process.env.BENCH_TABLE

const url = /^postgresql=(.*)$/m.exec(readFileSync(join(process.env.RETRIEVAL_GATE_ENGINES!, 'addresses'), 'utf8'))![1]!
const { signal } = new AbortController()

let state = 1
/** Numbers from -0.5 to 0.5, the same in every run (xorshift). */
function chance(): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) / 2 ** 32 - 0.5
}
const randomVector = (): Float32Array => Float32Array.from({ length: DIMENSIONS }, chance)

const rounds = Array.from({ length: WARM_UPS + ROUNDS }, (_, round) =>
  Array.from({ length: QUESTIONS }, (_, at): Question => ({ id: `q${at}`, text: `question ${at} of round ${round}` })),
)
/** Made ahead and only looked up: both sides have the same work with it. */
const vectors = new Map(rounds.flat().map(({ text }) => [text, randomVector()]))
const embed = async (texts: readonly string[]): Promise<FloatVectors> => {
  const values = texts.length === 0 ? new Float32Array() : vectors.get(texts[0]!)!
  return { precision: 'float32', count: texts.length, dimensions: DIMENSIONS, values }
}

const documents = Array.from({ length: VECTORS }, (_, at): Document => {
  const path = `d${at}.md`
  return { id: path, path, text: path, hash: path }
})
const context = bareContext({
  name: 'overhead',
  ...{ chunks: async () => [], documents: async () => documents },
  embedder: { identity: 'random', index: async () => ({ vectors: await embed([]), embed }) },
  ...{ url, signal },
})

const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY })
const table = TABLE ?? `overhead_${process.pid}`
try {
  if (TABLE === undefined || (await pool.query('select to_regclass($1) as found', [TABLE])).rows[0].found === null) {
    await fill()
  }
  await measure(':vector', 'numbers joined', (vector) => `[${vector.join(',')}]`)
  await measure(':vector', 'the same text', vectorText)
  await measure(':vector::vector', 'the same bytes', binaryVector)
} finally {
  if (TABLE === undefined) await pool.query(`drop table if exists ${table}`)
  await pool.end()
}

async function fill(): Promise<void> {
  await pool.query(
    `create table ${table} (id text not null, path text not null, vector vector(${DIMENSIONS}) not null)`,
  )
  for (let from = 0; from < VECTORS; from += 1000) {
    const paths = documents.slice(from, from + 1000).map(({ id }) => id)
    const texts = paths.map(() => vectorText(randomVector()))
    await pool.query(`insert into ${table} select p, p, v::vector from unnest($1::text[], $2::text[]) as t (p, v)`, [
      paths,
      texts,
    ])
  }
  await pool.query(`create index on ${table} using hnsw (vector vector_ip_ops)`)
  await pool.query(`analyze ${table}`)
}

/** @param formOf how the bare loop sends a vector */
async function measure(parameter: string, form: string, formOf: (vector: Float32Array) => unknown): Promise<void> {
  const sql = `select id, path, -(vector <#> ${parameter}) as score from ${table} order by vector <#> ${parameter} limit :k`
  const settings = { sql, embedder: 'random', concurrency: CONCURRENCY }
  const retriever = await pgvector.build(pgvector.schema.parse(settings), context)
  const { text: bareSql } = statementOf(sql)
  const bare = async (round: number): Promise<void> => {
    await pLimit(CONCURRENCY).map(rounds[round]!, async ({ text }) => {
      const { values } = await embed([text])
      await pool.query(bareSql, [formOf(values), K])
    })
  }
  const gate = async (round: number): Promise<void> => {
    const requests = rounds[round]!.map((question) => ({ question, distinctDocuments: false }))
    const options = { depth: K, concurrency: CONCURRENCY, oneByOne: true, signal, progress: () => {} }
    const { errors } = await retrieveRun(retriever, requests, options)
    if (errors.size > 0) throw new Error([...errors.values()][0])
  }
  const name = `PostgreSQL, ${VECTORS} vectors, ${CONCURRENCY} at once, \`${parameter}\`, bare: ${form}`
  await printInTurns(name, bare, gate, { rounds: ROUNDS, warmUps: WARM_UPS, questions: QUESTIONS })
  await retriever.close?.()
}
