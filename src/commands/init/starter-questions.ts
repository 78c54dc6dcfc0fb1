import type { Found } from './find-documents.ts'

/** Questions that a starter set has at most. */
const MOST = 15

/**
 * A first eval set: a question from the first heading (for code, the name) of files spread over the knowledge base, and one that nothing
 * answers. It makes the gate run; real questions of real users have to take its place.
 */
export function starterQuestions({ documents, by }: Found): string {
  const titled = documents.flatMap((document) => {
    const title = by === 'code' ? wordsOf(document.id) : firstHeading(document.text)
    return title === null ? [] : [{ path: document.id, title }]
  })
  const step = Math.max(1, titled.length / MOST)
  const chosen = Array.from({ length: Math.min(MOST, titled.length) }, (_, index) => titled[Math.floor(index * step)]!)
  const lines = chosen.map(({ path, title }, index) => ({
    id: `Q${String(index + 1).padStart(2, '0')}`,
    query: `Where is "${title}" described?`,
    category: 'file_exact_match',
    difficulty: 1,
    tags: ['starter'],
    expected_files: [path],
  }))
  const nothing = { id: 'Q99', query: 'What will the weather be like tomorrow?', tags: ['starter'], expected: [] }
  return [...lines, nothing].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** The first Markdown heading, or the first line of a text that has none. */
function firstHeading(text: string): string | null {
  const lines = text.split(/\r?\n/)
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line) && plain(line) !== '')
  const line = plain(heading ?? lines.find((candidate) => /\w/.test(plain(candidate))) ?? '')
  return line === '' ? null : line.slice(0, 120)
}

/** A line without the marks of a heading, images and HTML tags. */
function plain(line: string): string {
  return line
    .replace(/!\[[^\]]*\]\([^)]*\)|<[^>]*>/g, ' ')
    .replace(/^#+\s+|\s+#+\s*$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `src/walk-folder.ts` as people would say it: "walk folder". */
function wordsOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{N}]+/u)
  return words.join(' ').trim().toLowerCase() || null
}
