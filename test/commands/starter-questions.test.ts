import { describe, expect, it, test } from 'vitest'
import { starterQuestions } from '../../src/commands/init/starter-questions.ts'
import { makeDocument } from '../knowledge/make-document.ts'

/** What the questions about these files ask for, in their order; `path` without a question is not in it. */
function titlesOf(files: Readonly<Record<string, string>>, by: 'heading' | 'code' = 'heading'): string[] {
  const documents = Object.entries(files).map(([path, text]) => makeDocument(path, text))
  const lines = starterQuestions({ include: ['**/*.md'], by, documents })
    .trim()
    .split('\n')
  return lines.flatMap((line) => {
    const { query } = JSON.parse(line) as { query: string }
    return /^Where is "(.*)" described\?$/.exec(query)?.[1] ?? []
  })
}

const titleOf = (text: string, path = 'a.md') => titlesOf({ [path]: text })[0]

describe('a starter question', () => {
  it('has the words of a heading, not its images, badges, tags and marks', () => {
    expect(titleOf('# YAML <a href="https://x"><img src="y.svg" title="npm"/></a>\n')).toBe('YAML')
    expect(titleOf('# ![logo](logo.svg)\n\n## Store the *answers* ##\n')).toBe('Store the answers')
    expect(titleOf('# Yargs [![npm](https://x/b.svg)](https://x) [![CI][ci]][ci-url]\n')).toBe('Yargs')
    expect(titleOf('# [Redis](https://redis.io) `client`\n')).toBe('Redis client')
    expect(titleOf('<p align="center">\n\nA store. It keeps things.\n')).toBe('A store.')
  })

  it('asks for what a document is about, not for a heading that many have', () => {
    expect(titleOf('# Quick Start\n\n## Rotate a key\n')).toBe('Rotate a key')
    expect(titleOf('# Getting started!\n\n## 🚀 Installation\n', 'packages/queue/README.md')).toBe('queue readme')
    expect(
      titleOf('# Changelog\n\n## [Unreleased]\n\n### Added\n\n## 1.2.0 - 2026-01-02\n', 'CHANGELOG.md'),
    ).toBeUndefined()
  })

  it('takes no line of code for a heading, and sees underlined ones', () => {
    expect(titleOf('```sh\n# install it\n```\n\nRate limits\n===========\n')).toBe('Rate limits')
  })

  it('asks for no two documents by the same words', () => {
    const files = { 'a.md': '# Queue\n\n## Workers\n', 'b.md': '# Queue\n\n## Retries\n', 'c.md': '# queue\n' }
    expect(titlesOf(files)).toEqual(['Queue', 'Retries'])
  })

  it('asks for code by its name, with its folder where the name is one of many', () => {
    expect(titlesOf({ 'src/walkFolder.ts': '', 'src/queue/index.ts': '' }, 'code')).toEqual([
      'walk folder',
      'queue index',
    ])
  })
})

test('a text without any word has no question', () => {
  expect(titleOf('# <br>\n---\n', '1.md')).toBeUndefined()
})
