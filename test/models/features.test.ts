import { describe, expect, test } from 'vitest'
import type { AnalysisSettings } from '../../src/analysis/terms-of-token.ts'
import { AskedWords } from '../../src/models/features/asked-words.ts'
import { evidenceOf, questionWords } from '../../src/models/features/evidence.ts'
import { WordReader } from '../../src/models/features/word-reader.ts'
import { features } from '../../src/models/features.ts'
import type { Candidate } from '../../src/models/reranker.ts'

const signal = new AbortController().signal

function evidence(question: string, text: string, title = '', path = '') {
  const reader = new WordReader()
  const asked = new AskedWords(reader.words(question))
  const found = (one: string) => asked.find(reader.words(one))
  const words = questionWords(asked, () => 1)
  return evidenceOf(words, found(text), found(title), found(path))
}

describe('evidence', () => {
  test('is the share of words, pairs and words close together', () => {
    const { coverage, bigrams, proximity } = evidence('red green blue', 'green blue and much later red')
    expect(coverage).toBe(1)
    expect(bigrams).toBe(1 / 2)
    expect(proximity).toBe(1)
  })

  test('counts as close together what 32 words hold', () => {
    const between = (count: number) => `red ${'filler '.repeat(count)}green`
    expect(evidence('red green', between(30)).proximity).toBe(1)
    expect(evidence('red green', between(31)).proximity).toBe(1 / 2)
  })

  test('counts a word and a pair once', () => {
    const { coverage, bigrams } = evidence('red green blue', 'red green red green')
    expect(coverage).toBe(2 / 3)
    expect(bigrams).toBe(1 / 2)
  })

  test('looks at title and path by themselves', () => {
    const { coverage, title, path } = evidence('user cache', 'nothing', 'Caching', 'src/userCache.ts')
    expect([coverage, title, path]).toEqual([0, 1 / 2, 1])
  })

  test('takes Chinese by pairs of characters, so that a pair of words is three in a row', () => {
    const { coverage, bigrams } = evidence('存储密码', '密码存储')
    expect(coverage).toBe(2 / 3)
    expect(bigrams).toBe(0)
    expect(evidence('存储密码', '存储密码')).toMatchObject({ coverage: 1, bigrams: 1 })
  })

  test('keeps a character that stands alone', () => {
    expect(evidence('x 码 y', '码').coverage).toBe(1 / 3)
  })

  test('is none for a question without words', () => {
    expect(evidence('the', 'the text')).toEqual({ coverage: 0, bigrams: 0, proximity: 0, title: 0, path: 0 })
  })
})

describe('the reranker', () => {
  const candidate = (text: string, score: number): Candidate => ({ text, score, title: '', path: '' })
  const order = async (question: string, candidates: readonly Candidate[]) => {
    const scores = await features.load().score(question, candidates, signal)
    return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!)
  }

  test('keeps the order of equal texts', async () => {
    expect(await order('lid', [candidate('lid', 3), candidate('lid', 2), candidate('lid', 1)])).toEqual([0, 1, 2])
  })

  test('keeps the order for a question of stop words', async () => {
    expect(await order('and the', [candidate('a', 3), candidate('the and', 2)])).toEqual([0, 1])
  })

  test('prefers a rare word to one that all candidates have', async () => {
    const common = ['the lid', 'a lid', 'any lid'].map((text) => candidate(text, 1))
    expect((await order('lid hinge', [...common, candidate('lid hinge', 1)]))[0]).toBe(3)
  })

  test('reads words as written where that is asked for', async () => {
    const candidates = [candidate('closing the lid', 1), candidate('close a lid', 1)]
    const scores = (words?: AnalysisSettings) => features.load(words).score('close', candidates, signal)
    const [inflected, exact] = await scores({ stemming: false, stopWords: false })
    expect(exact).toBeGreaterThan(inflected!)
    const [stemmed, plain] = await scores()
    expect(stemmed).toBe(plain)
  })

  test('stops when it is told to', async () => {
    await expect(features.load().score('lid', [], AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })
})
