import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stem } from '../../src/analysis/stem.ts'

/** Word and stem, a pair a line, by libstemmer 2.2 (Snowball's own C program), algorithm `english`. */
const vocabulary = readFileSync(join(import.meta.dirname, 'porter2-vocabulary.txt'), 'utf8')
  .trimEnd()
  .split('\n')

test('stems as Snowball’s own program does', () => {
  expect(vocabulary.length).toBeGreaterThan(2000)
  expect(vocabulary.map((pair) => pair.split(' ')[0]!).map((word) => `${word} ${stem(word)}`)).toEqual(vocabulary)
})

test('leaves words with other letters or digits as they are', () => {
  expect(['größen', 'running2', 'бегущие', ''].map(stem)).toEqual(['größen', 'running2', 'бегущие', ''])
})
