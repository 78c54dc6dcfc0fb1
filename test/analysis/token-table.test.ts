import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HASH_SEED, hashUnit, TokenTable, UNSEEN } from '../../src/analysis/token-table.ts'

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
}

function hashOf(text: string): number {
  return unitsOf(text).reduce(hashUnit, HASH_SEED)
}

/** The token's value; a new token gets `fresh`. */
function valueIn(table: TokenTable, token: string, hash: number, fresh: number): number {
  const text = unitsOf(`<${token}>`)
  const found = table.find(text, 1, 1 + token.length, hash)
  if (found !== UNSEEN) return found
  table.add(text, 1, 1 + token.length, hash, fresh)
  return fresh
}

test('keeps the first value of each distinct token, as a Map would', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 4 })), (tokens) => {
      const table = new TokenTable()
      const map = new Map<string, number>()
      for (const [index, token] of tokens.entries()) {
        if (!map.has(token)) map.set(token, index - 3)
        expect(valueIn(table, token, hashOf(token), index - 3)).toBe(map.get(token))
      }
    }),
  )
})

test('tells apart tokens whose hashes collide', () => {
  const table = new TokenTable()
  expect(['ab', 'ba', 'a', 'ab', 'ba'].map((token, index) => valueIn(table, token, 7, index))).toEqual([0, 1, 2, 0, 1])
})

test('keeps its values while it grows', () => {
  const table = new TokenTable()
  const tokens = Array.from({ length: 20_000 }, (_, index) => `token${index}`)
  for (const [index, token] of tokens.entries()) valueIn(table, token, hashOf(token), index)
  expect(tokens.every((token, index) => valueIn(table, token, hashOf(token), -1) === index)).toBe(true)
})
