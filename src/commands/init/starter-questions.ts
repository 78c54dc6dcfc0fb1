import { documentTitles } from './document-titles.ts'
import type { Found } from './find-documents.ts'

/** Questions that a starter set has at most. */
const MOST = 15
/** Documents that are looked at for one question at most: not every one has a title that says what it is about. */
const TRIED = 4

/**
 * A first eval set: a question from a heading (for code, the name) of files spread over the knowledge base, and one that nothing
 * answers. It makes the gate run; real questions of real users have to take its place.
 */
export function starterQuestions({ documents, by }: Found): string {
  const taken = new Set<string>()
  const titled = spread(documents, MOST * TRIED).flatMap((document) => {
    const title = documentTitles(document, by).find((one) => !taken.has(one.toLowerCase()))
    if (title === undefined) return []
    taken.add(title.toLowerCase())
    return [{ path: document.id, title }]
  })
  const lines = spread(titled, MOST).map(({ path, title }, index) => ({
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

/** At most so many of them, from all over. */
function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most)
  return Array.from({ length: Math.min(most, items.length) }, (_, index) => items[Math.floor(index * step)]!)
}
