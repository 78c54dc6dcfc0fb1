import { describe, expect, test } from 'vitest'
import { countTokens } from '../../../src/knowledge/tokens.ts'
import { sumBasic } from '../../../src/strategies/raptor/sum-basic.ts'

describe('a summary of sentences', () => {
  test('takes the sentence with the most frequent words first', () => {
    const text = 'Pears hang. Locks need keys. Keys open locks. Locks jam.'
    expect(sumBasic([text], countTokens('Keys open locks.'))).toMatch(/locks/i)
  })

  test('does not say the same thing twice while there is something else to say', () => {
    // p: locks 3/8, keys 3/8, pears 1/8, hang 1/8. The first choice is "Locks keys." (3/8); then both count (3/8)^2 = .14, and
    // "Pears hang." (1/8 = .125) comes after one more of them; with three of them squared twice, pears win the third place.
    const summary = sumBasic(['Locks keys. Locks keys. Locks keys. Pears hang.'], 3 * countTokens('Locks keys.'))
    expect(summary.split('\n')).toEqual(['Locks keys.', 'Locks keys.', 'Pears hang.'])
  })

  test('keeps to its length and to the order of the texts', () => {
    const texts = ['First line here.\nSecond line here.', 'Third line here.']
    expect(sumBasic(texts, 1000)).toBe('First line here.\nSecond line here.\nThird line here.')
    expect(countTokens(sumBasic(texts, 6))).toBeLessThanOrEqual(6)
  })

  test('cuts a text that has no sentence of that length, and has nothing to say of nothing', () => {
    expect(sumBasic(['word '.repeat(500)], 20)).not.toBe('')
    expect(sumBasic([''], 20)).toBe('')
  })

  test('knows sentences of languages without spaces', () => {
    expect(sumBasic(['密码经过哈希处理。锁需要钥匙。'], 1000)).toBe('密码经过哈希处理。\n锁需要钥匙。')
  })
})
