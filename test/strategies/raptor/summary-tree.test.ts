import { describe, expect, test } from 'vitest'
import type { Chunk } from '../../../src/model.ts'
import { hashing } from '../../../src/models/hashing.ts'
import { VectorIndex } from '../../../src/strategies/dense/vector-index.ts'
import { passageText } from '../../../src/strategies/passage-text.ts'
import { summaryTree } from '../../../src/strategies/raptor/summary-tree.ts'
import { chunk } from '../chunks.ts'

const { signal } = new AbortController()
const WORDS = ['lock', 'pear', 'river', 'glass', 'stone', 'cloud', 'paper', 'light', 'sound', 'horse', 'wheel', 'grain']

/** A document on three words that hardly another has, in so many sections. */
function documentOf(index: number, sections: number): Chunk[] {
  const word = (step: number) => WORDS[(index * step + step) % WORDS.length]!
  return Array.from({ length: sections }, (_, section) =>
    chunk(`d${index}s${section}`, `The ${word(1)} of ${word(5)} and ${word(7)}, part ${section} of ${index}.`, {
      path: `d${index}.md`,
      headings: [`Section ${section}`],
    }),
  )
}

const base = Array.from({ length: 40 }, (_, index) => documentOf(index, 4)).flat()

/** What is to be summarised, a prompt a group. */
async function promptsOf(chunks: readonly Chunk[], clusterSize = 8): Promise<string[]> {
  const asked: string[] = []
  const { vectors } = await hashing.index(chunks.map(passageText), { signal, progress: () => {} })
  const summarise = async (groups: readonly (readonly Chunk[])[]) => {
    const texts = groups.map((group) => group.map(({ text }) => text).join('|'))
    asked.push(...texts)
    return texts.map((text) => `<${text}>`)
  }
  await summaryTree(chunks, new VectorIndex(vectors), { clusterSize, levels: 3, summarise, signal })
  return asked
}

async function askedAgain(before: readonly Chunk[], after: readonly Chunk[]): Promise<number> {
  const known = new Set(await promptsOf(before))
  return (await promptsOf(after)).filter((prompt) => !known.has(prompt)).length
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('after a change of one text', () => {
  test('few summaries are asked for again: hardly more than one a level', async () => {
    const counts: number[] = []
    for (let row = 0; row < base.length; row += 10) {
      const changed = base.map((one, index) =>
        index === row ? { ...one, text: `${one.text} Since then, all is new.` } : one,
      )
      counts.push(await askedAgain(base, changed))
    }
    expect(Math.min(...counts)).toBeGreaterThan(1)
    expect((await promptsOf(base)).length).toBeGreaterThan(25)
    expect(mean(counts)).toBeLessThan(8)
  })
})

describe('a summary', () => {
  test('is made of several texts: one alone in its group has none', async () => {
    for (const clusterSize of [2, 3, 8]) {
      const asked = await promptsOf(base, clusterSize)
      expect(asked.every((prompt) => prompt.includes('|'))).toBe(true)
    }
    expect(await promptsOf(base.slice(0, 1))).toEqual([])
    expect(await promptsOf([])).toEqual([])
    expect(await promptsOf(base.slice(0, 2))).toHaveLength(1)
  })
})
