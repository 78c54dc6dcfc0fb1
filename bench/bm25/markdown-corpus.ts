import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../../src/statistics/random.ts'
import type { Corpus } from './corpus.ts'

const WINDOW = 40
const STRIDE = 4
const QUESTION_WORDS = 6

/**
 * Windows of 40 words, 4 apart, over the Markdown files of the packages installed in `folders`, until there are `count`;
 * a question is six words in a row of a window, every other one left out.
 */
export function markdownCorpus(folders: readonly string[], count: number, questionCount: number): Corpus {
  const texts: string[] = []
  for (const path of folders.flatMap(markdownFiles)) {
    const words = readFileSync(path, 'utf8').split(/\s+/)
    for (let at = 0; at < words.length && texts.length < count; at += STRIDE) {
      texts.push(words.slice(at, at + WINDOW).join(' '))
    }
  }
  const random = new Random('markdown questions')
  const questions = Array.from({ length: questionCount }, () => question(texts, random))
  return { name: `markdown ${texts.length}`, texts, questions }
}

function question(texts: readonly string[], random: Random): string {
  const words = texts[random.index(texts.length)]!.split(' ')
  const start = random.index(words.length)
  return words
    .slice(start, start + 2 * QUESTION_WORDS)
    .filter((_, index) => index % 2 === 0)
    .join(' ')
}

function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => join(folder, path))
}
