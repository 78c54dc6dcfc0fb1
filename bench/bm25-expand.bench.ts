/**
 * What `expand: rm3` with default settings does to BM25: nDCG@10 over whole BEIR collections, and the paired difference.
 *
 *     RETRIEVAL_GATE_COLLECTIONS=FOLDER npx tsx bench/bm25-expand.bench.ts
 */
import process from 'node:process'
import { pairedDifference } from './bm25/paired-difference.ts'
import { collectionNames, readCollection } from './collections/collection.ts'
import { ndcgOfStrategies } from './collections/ndcg-of-strategies.ts'

const strategies = { bm25: { type: 'bm25' }, rm3: { type: 'bm25', expand: 'rm3' } } as const

const folder = process.env.RETRIEVAL_GATE_COLLECTIONS
if (folder === undefined) console.log('skipped: RETRIEVAL_GATE_COLLECTIONS names no folder of collections')
else await compare(folder)

async function compare(folder: string): Promise<void> {
  console.log('| collection | questions | bm25 | rm3 | difference |\n|---|---:|---|---|---|')
  for (const name of collectionNames(folder)) {
    const collection = await readCollection(folder, name)
    const scores = await ndcgOfStrategies(collection, strategies)
    const [plain, expanded] = [scores.get('bm25')!, scores.get('rm3')!]
    const cells = [name, plain.length, mean(plain), mean(expanded), pairedDifference(expanded, plain)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4)
}
