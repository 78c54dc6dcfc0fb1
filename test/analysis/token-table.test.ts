import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenTable, UNSEEN } from '../../src/analysis/token-table.ts'

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
}

/** The token's value; a new token gets `fresh`. */
function valueIn(table: TokenTable, token: string, fresh: number): number {
  const text = unitsOf(`<${token}>`)
  const found = table.find(text, 1, 1 + token.length)
  if (found !== UNSEEN) return found
  table.add(text, 1, 1 + token.length, fresh)
  return fresh
}

const narrow = fc.constantFrom('a', 'b', '\x01', 'é', 'ÿ')
const unit = fc.oneof(narrow, fc.constantFrom('Ā', 'ń', '黑', '豹', '\ud840', '\udc00'))
const token = fc.oneof(
  fc.string({ unit: narrow, minLength: 1, maxLength: 12 }),
  fc.string({ unit, minLength: 1, maxLength: 7 }),
)

test('keeps the first value of each distinct token, as a Map would', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 200 }), (tokens) => {
      const table = new TokenTable()
      const map = new Map<string, number>()
      for (const [index, token] of tokens.entries()) {
        if (!map.has(token)) map.set(token, index - 3)
        expect(valueIn(table, token, index - 3)).toBe(map.get(token))
      }
    }),
  )
})

test('tells apart long tokens whose hashes collide', () => {
  const table = new TokenTable()
  // Two words of the same 32-bit FNV-1a hash.
  const tokens = ['declinate', 'macallums', 'declinate', 'macallums']
  expect(tokens.map((token, index) => valueIn(table, token, index))).toEqual([0, 1, 0, 1])
})

test('finds short tokens by their packed letters', () => {
  const table = new TokenTable()
  valueIn(table, 'abcdef', 5)
  const packed = (text: string) => unitsOf(text).reduce((number, unit) => (number << 8) | unit, 0)
  expect(table.findNarrow(packed('abcd'), packed('ef'))).toBe(5)
  expect(table.findNarrow(packed('abcd'), packed('eg'))).toBe(UNSEEN)
})

test('keeps its values while it grows', () => {
  const table = new TokenTable()
  const tokens = Array.from({ length: 20_000 }, (_, index) => `${index % 2 === 0 ? 'token' : '字'}${index}`)
  for (const [index, token] of tokens.entries()) valueIn(table, token, index)
  expect(tokens.every((token, index) => valueIn(table, token, -1) === index)).toBe(true)
})
