import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readCollection } from './calibration/collection.ts'
import { makePools, type Pools } from './calibration/pools.ts'
import { clustersSection } from './calibration/section-clusters.ts'
import { differencesSection } from './calibration/section-differences.ts'
import { permutationSection } from './calibration/section-permutation.ts'
import { powerSection } from './calibration/section-power.ts'
import { scoresSection } from './calibration/section-scores.ts'

/**
 * Writes docs/calibration.md: are the program's intervals, tests and power sentences right on real scores? Reads the
 * collections (BEIR form) in the folder that RETRIEVAL_GATE_COLLECTIONS names; RETRIEVAL_GATE_TRIALS, 10,000 unless given,
 * makes a quick look possible. The same collections give the same bytes. The sections run side by side, a process each;
 * with a section's name as argument, only that one is computed and printed.
 */
const COLLECTIONS = ['scifact', 'cranfield', 'cosqa', 'claude_docs_qa', 'codebase_chunks', 'xquadr_zh_sentence']

const SECTIONS: Readonly<Record<string, (pools: Pools, trials: number) => string>> = {
  scores: (pools, trials) => scoresSection(pools.scores.filter(forScores), trials),
  differences: (pools, trials) => differencesSection(pools.differences, trials),
  permutation: (pools, trials) => permutationSection(pools.differences, trials),
  power: (pools, trials) => powerSection(pools.differences, trials),
  clusters: clustersSection,
}

const folder = process.env.RETRIEVAL_GATE_COLLECTIONS
if (folder === undefined) throw new Error('set RETRIEVAL_GATE_COLLECTIONS to a folder of collections in BEIR form')
const trials = Number(process.env.RETRIEVAL_GATE_TRIALS ?? 10_000)
const pools = await makePools(COLLECTIONS.map((name) => readCollection(folder, name)))

const [, , only] = process.argv
if (only === undefined) writeFileSync(new URL('../docs/calibration.md', import.meta.url), page(await allSections()))
else process.stdout.write(SECTIONS[only]!(pools, trials))

async function allSections(): Promise<string[]> {
  const run = promisify(execFile)
  const alone = (name: string) => run(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), name])
  return (await Promise.all(Object.keys(SECTIONS).map(alone))).map(({ stdout }) => stdout)
}

function page(sections: readonly string[]): string {
  return `# Are the numbers right? The calibration

This page is written by \`npm run calibrate\`. It puts the program's own statistics before data whose answer is known: real scores
of questions are the population, samples are drawn from it with replacement, and its mean is the truth. ${withCommas(trials)} trials
a figure.

The scores come from BM25 over ${COLLECTIONS.map((name) => `\`${name}\``).join(', ')},
as it is and with one setting changed (k1 and b, stemming, titles, stop words): ${pools.scores.length} pools of scores, ${pools.differences.length} of paired
differences.

What the p of a verdict tests is "no change", not "a drop within \`maxDrop\`".

${sections.join('\n')}`
}

function withCommas(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Graded scores of every collection; the reciprocal ranks of one, and yes/no scores in the middle and near the ceiling. */
function forScores({ name }: { readonly name: string }): boolean {
  const others = ['scifact mrr', 'cosqa hit@5', 'scifact hit@5', 'xquadr_zh_sentence hit@5']
  return name.endsWith('ndcg@10') || others.includes(name)
}
