import { Random } from '../../src/statistics/random.ts'
import type { Corpus } from './corpus.ts'

const VOCABULARY = 200_000
const DOCUMENT_WORDS = 100
const QUESTION_WORDS = 6

/** Seeded texts of 100 words whose frequencies follow Zipf's law, and questions of six words drawn alike. */
export function zipfCorpus(count: number, questionCount: number): Corpus {
  const random = new Random('zipf')
  const text = (words: number) => Array.from({ length: words }, () => word(rank(random))).join(' ')
  const questions = Array.from({ length: questionCount }, () => text(QUESTION_WORDS))
  return { name: `zipf ${count}`, texts: Array.from({ length: count }, () => text(DOCUMENT_WORDS)), questions }
}

/** The inverse of the distribution function of 1/rank, taken as continuous. */
function rank(random: Random): number {
  return Math.floor((VOCABULARY + 1) ** random.unit())
}

/** A word of letters only, without an English ending, different for every rank. */
function word(rank: number): string {
  let letters = ''
  for (let rest = rank + 600; rest > 0; rest = Math.floor(rest / 8)) letters += 'bdgkmopu'[rest % 8]
  return letters
}
