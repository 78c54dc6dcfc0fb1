import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../src/evalset/fingerprint.ts'
import { selectSplit } from '../../src/evalset/select-split.ts'
import type { EvalSet, Query } from '../../src/model.ts'

function evalSet(queries: readonly Partial<Query>[]): EvalSet {
  const whole = queries.map((query, index) => ({
    id: `Q${index}`,
    text: 't',
    judgments: [],
    tags: [],
    pinned: false,
    ...query,
  }))
  return { path: 'q.jsonl', format: 'native', queries: whole, fingerprint: fingerprint(whole) }
}

const ids = (set: EvalSet) => set.queries.map(({ id }) => id)

describe('selectSplit', () => {
  it('goes by what the queries say', () => {
    const set = evalSet([{ split: 'dev' }, { split: 'test' }, {}])
    expect(ids(selectSplit(set, 'dev'))).toEqual(['Q0'])
    expect(ids(selectSplit(set, 'test'))).toEqual(['Q1'])
    expect(selectSplit(set, 'test').fingerprint).not.toBe(set.fingerprint)
  })

  it('takes a fifth as test where no query says anything, each query on its own', () => {
    const set = evalSet(Array.from({ length: 500 }, () => ({})))
    const dev = ids(selectSplit(set, 'dev'))
    const test = ids(selectSplit(set, 'test'))
    expect([...dev, ...test].sort()).toEqual(ids(set).sort())
    expect(test.length).toBeGreaterThan(70)
    expect(test.length).toBeLessThan(130)
    const half = { ...set, queries: set.queries.slice(0, 250) }
    expect(ids(selectSplit(half, 'test'))).toEqual(test.filter((id) => ids(half).includes(id)))
  })

  it('keeps paraphrases together', () => {
    const set = evalSet(Array.from({ length: 20 }, () => ({ cluster: 'same' })))
    const sizes = (['dev', 'test'] as const).map((split) => {
      try {
        return selectSplit(set, split).queries.length
      } catch {
        return 0
      }
    })
    expect(sizes.sort()).toEqual([0, 20])
  })

  it('refuses a split without queries', () => {
    expect(() => selectSplit(evalSet([{ split: 'dev' }]), 'test')).toThrow('no query is in the split `test`')
  })
})
