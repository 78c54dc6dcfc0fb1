import { expect, test } from 'vitest'
import { starterQuestions } from '../../src/commands/init/starter-questions.ts'
import { makeDocument } from '../knowledge/make-document.ts'

function titleOf(text: string): string | undefined {
  const lines = starterQuestions({
    include: ['**/*.md'],
    by: 'heading',
    documents: [makeDocument('a.md', text)],
  }).split('\n')
  return /^Where is "(.*)" described\?$/.exec((JSON.parse(lines[0]!) as { query: string }).query)?.[1]
}

test('a starter question has the words of a heading, not its images and tags', () => {
  expect(titleOf('# YAML <a href="https://x"><img src="y.svg" title="npm"/></a>\n')).toBe('YAML')
  expect(titleOf('# ![logo](logo.svg)\n\n## Store the *answers* ##\n')).toBe('Store the *answers*')
  expect(titleOf('<p align="center">\n\nA store.\n')).toBe('A store.')
})

test('a text without any word has no question', () => {
  expect(titleOf('# <br>\n---\n')).toBeUndefined()
})
