import { expect, test } from 'vitest'
import { chunkHit, rescored } from '../../src/strategies/chunk-hit.ts'
import { chunk } from './chunks.ts'

const one = chunk('a', 'the text', { path: 'a.md', startLine: 3, endLine: 4 })

test('a chunk as a hit has all that a hit has, and its text', () => {
  const all = { id: 'a', score: 2, document: 'a', path: 'a.md', startLine: 3, endLine: 4, hash: 'hash of a', tokens: 1 }
  expect({ ...chunkHit(one, 2) }).toEqual(all)
  expect(chunkHit(one, 2).text).toBe('the text')
  expect(JSON.parse(JSON.stringify(chunkHit(one, 2)))).toEqual({ ...all, text: 'the text' })
  expect('path' in chunkHit(chunk('b', ''), 1)).toBe(false)
})

test('the text of a chunk is not looked up before somebody wants it', () => {
  let looked = 0
  const lazy = Object.defineProperty({ ...one }, 'text', { get: () => `text ${++looked}` })
  const hit = rescored(chunkHit(lazy, 1), 2)
  expect(looked).toBe(0)
  expect(hit.text).toBe('text 1')
})

test('a hit with another score is the same otherwise, whatever it is a hit of', () => {
  const found = { id: 'x', score: 1, text: 'of an engine', outside: true }
  expect(rescored(found, 5)).toEqual({ ...found, score: 5 })
  expect(rescored(chunkHit(one, 1), 5)).toEqual(chunkHit(one, 5))
  expect(rescored(chunkHit(one, 1), 5).text).toBe('the text')
})
