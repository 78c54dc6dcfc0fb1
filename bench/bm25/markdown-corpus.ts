import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../../src/statistics/random.ts'
import type { Corpus } from './corpus.ts'

const WINDOW = 100
const QUESTION_WORDS = 6

/**
 * `count` windows of 100 words, evenly spread over the Markdown files of the packages installed in `folders`, which they
 * cover; a question is six words of a window, every other one left out.
 */
export function markdownCorpus(folders: readonly string[], count: number, questionCount: number): Corpus {
  const words = folders.flatMap(markdownFiles).flatMap((path) => readFileSync(path, 'utf8').trim().split(/\s+/))
  const texts = Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * (words.length - WINDOW)) / count)
    return words.slice(start, start + WINDOW).join(' ')
  })
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
