import { expect, test } from 'vitest'
import { ANALYSIS_VERSION } from '../src/analysis/analysis-version.ts'
import type { Config } from '../src/config/config.ts'
import { described } from '../src/evaluate.ts'
import { fingerprint } from '../src/fingerprint.ts'

const chunking = { by: 'heading', maxTokens: 256, overlap: 32 }

function configOf(type: string, settings: object): Config {
  const strategies = { mine: { type, settings } }
  return { strategies, chunking, embedders: {}, rerankers: {}, chats: {} } as unknown as Config
}

test('the fingerprint of a built-in strategy tells of the version of the analysis', () => {
  const settings = { k1: 1.2 }
  expect(described(configOf('bm25', settings), 'mine')).toEqual({
    type: 'bm25',
    fingerprint: fingerprint({ type: 'bm25', settings, chunking, analysis: ANALYSIS_VERSION }),
  })
})

test('what is asked outside this process does not depend on it', () => {
  const settings = { url: 'http://localhost/search' }
  const expected = fingerprint({ type: 'http', settings, chunking })
  expect(described(configOf('http', settings), 'mine').fingerprint).toBe(expected)
})
