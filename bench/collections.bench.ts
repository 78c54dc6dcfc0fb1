/**
 * How well the built-in strategies find what they should: nDCG@10 with default settings over whole BEIR collections.
 *
 *     RETRIEVAL_GATE_COLLECTIONS=FOLDER npx tsx bench/collections.bench.ts
 */
import process from 'node:process'
import { estimateMean } from '../src/statistics/estimate-mean.ts'
import { collectionNames, readCollection } from './collections/collection.ts'
import { type MacroAverage, macroAverage } from './collections/macro-average.ts'
import { ndcgOfStrategies } from './collections/ndcg-of-strategies.ts'

const strategies = {
  bm25: { type: 'bm25' },
  hashing: { type: 'dense' },
  lsa: { type: 'dense', embedder: 'lsa' },
  rrf: { type: 'hybrid', of: ['bm25', 'hashing'], fusion: 'rrf' },
  weighted: { type: 'hybrid', of: ['bm25', 'hashing'] },
  'bm25 reranked': { type: 'rerank', of: 'bm25' },
  'rrf reranked': { type: 'rerank', of: 'rrf' },
  'weighted reranked': { type: 'rerank', of: 'weighted' },
} as const

const folder = process.env.RETRIEVAL_GATE_COLLECTIONS
if (folder === undefined) console.log('skipped: RETRIEVAL_GATE_COLLECTIONS names no folder of collections')
else await compare(folder)

async function compare(folder: string): Promise<void> {
  const names = Object.keys(strategies)
  const scores = new Map(names.map((name): [string, number[][]] => [name, []]))
  console.log(`| collection | questions | ${names.join(' | ')} |\n|---|---:|${names.map(() => '---|').join('')}`)
  for (const name of collectionNames(folder)) {
    const collection = await readCollection(folder, name)
    const found = await ndcgOfStrategies(collection, strategies)
    for (const [strategy, values] of found) scores.get(strategy)!.push(values)
    const cells = Array.from(found.values(), (values) => {
      const { point, lower, upper } = estimateMean(values, { seed: name })
      return interval({ point: point!, lower: lower!, upper: upper! })
    })
    console.log(`| ${name} | ${collection.questions.length} | ${cells.join(' | ')} |`)
  }
  const average = names.map((name) => interval(macroAverage(scores.get(name)!, 'macro')))
  console.log(`| **mean** | | ${average.join(' | ')} |`)
  const differences = names
    .slice(1)
    .map((name) => interval(macroAverage(minus(scores.get(name)!, scores.get('bm25')!), 'macro')))
  console.log(`| **mean − bm25** | | | ${differences.join(' | ')} |`)
}

function minus(left: readonly (readonly number[])[], right: readonly (readonly number[])[]): number[][] {
  return left.map((values, collection) => values.map((value, index) => value - right[collection]![index]!))
}

function interval({ point, lower, upper }: MacroAverage): string {
  return `${point.toFixed(4)} (${lower.toFixed(4)} … ${upper.toFixed(4)})`
}
