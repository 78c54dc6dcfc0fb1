import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipfCorpus } from '../bm25/zipf-corpus.ts'

const SECTIONS = 20

const CONFIG = `documents: { include: ["docs/**/*.md"] }
chunking: { by: heading, maxTokens: 192 }
queries: questions.jsonl
primary: hybrid
strategies:
  bm25: { type: bm25 }
  dense: { type: dense, embedder: hashing }
  hybrid: { type: hybrid, of: [bm25, dense] }
`

/** A folder with a config, questions, and Markdown files of 20 sections of 100 Zipf words: a section is a chunk. */
export function writeKnowledgeBase(folder: string, chunks: number, questionCount: number): void {
  const { texts, questions } = zipfCorpus(chunks, questionCount)
  for (let first = 0; first < texts.length; first += SECTIONS) {
    const number = first / SECTIONS
    const directory = join(folder, 'docs', String(number % 100))
    mkdirSync(directory, { recursive: true })
    const sections = texts.slice(first, first + SECTIONS).map((text, index) => `## Part ${index}\n\n${wrapped(text)}\n`)
    writeFileSync(join(directory, `${number}.md`), sections.join('\n'))
  }
  const files = Math.ceil(texts.length / SECTIONS)
  const lines = questions.map((query, index) => {
    const number = Math.floor((index * files) / questions.length)
    return JSON.stringify({ id: `Q${index}`, query, expected_files: [`docs/${number % 100}/${number}.md`] })
  })
  writeFileSync(join(folder, 'questions.jsonl'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'retrieval-gate.yml'), CONFIG)
}

function wrapped(text: string): string {
  const words = text.split(' ')
  return Array.from({ length: Math.ceil(words.length / 10) }, (_, line) =>
    words.slice(10 * line, 10 * line + 10).join(' '),
  ).join('\n')
}
