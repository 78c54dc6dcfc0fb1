import { describe, expect, it } from 'vitest'
import { changeAnnotations } from '../../src/github/change-annotations.ts'
import type { FileChange } from '../../src/github/changed-lines.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { asking, decideSides, query, retrieving, type Side, simpleSide } from '../comparison/sides.ts'

const plain = simpleSide(20)
const added = (startLine: number, endLine: number) => ({ startLine, endLine, addsText: true })
const removed = (line: number) => ({ startLine: line, endLine: line, addsText: false })
const file = (path: string, ...blocks: FileChange['blocks']): FileChange => ({
  path,
  status: 'modified',
  formerPath: null,
  blocks,
})

/** The first question, answered by lines 10 to 20 of `q001.md` at base, finds these places now. */
function losing(now: readonly string[], answers = ['q001.md:10-20'], found = 'q001.md:10-20'): Promise<Outcome> {
  const side = (places: readonly string[]): Side => ({
    ...retrieving(
      asking(plain, (one) => (one.id === 'q001' ? query('q001', answers) : one)),
      { q001: places },
    ),
  })
  return decideSides(side([found]), side(now))
}

const said = (outcome: Outcome, changes: readonly FileChange[], root = '') =>
  changeAnnotations(outcome, changes, root).map(({ message, place: { file, startLine, endLine } }) => {
    return `${file}:${startLine ?? '-'}-${endLine ?? '-'} ${message}`
  })

describe('a change of the lines that answered', () => {
  it.each([
    ['inside', added(12, 13), '12-13'],
    ['around', added(1, 40), '1-40'],
    ['just above', added(5, 7), '5-7'],
    ['just below', added(23, 23), '23-23'],
    ['that removes some', removed(15), '15-15'],
  ])('is pointed at: %s', async (_, block, lines) => {
    expect(said(await losing(['other.md']), [file('q001.md', block)])).toEqual([
      `q001.md:${lines} This change touches the answer of q001 (What about q001?). q001.md:10-20 was at rank 1, is now not found.`,
    ])
  })

  it.each([
    ['of other lines of the file', [file('q001.md', added(1, 6), added(24, 30))]],
    ['of other files', [file('q002.md', added(10, 20)), file('docs/q001.md', added(10, 20))]],
    ['of a file without known lines', [file('q001.md')]],
    ['of nothing', []],
  ])('is not claimed for a change %s', async (_, changes) => {
    expect(said(await losing(['other.md']), changes)).toEqual([])
  })

  it('is pointed at in one place for a question, inside before near, and the larger one', async () => {
    const blocks = [added(7, 9), added(12, 12), added(14, 16), added(21, 28)]
    expect(said(await losing(['other.md']), [file('q001.md', ...blocks)])).toEqual([
      expect.stringMatching(/^q001.md:14-16 /),
    ])
  })

  it('is a change of any line where the whole file answers, or one of a glob', async () => {
    for (const answer of ['q001.md', 'q001*.md']) {
      const outcome = await losing(['other.md'], [answer], 'q001.md')
      expect(said(outcome, [file('q001.md', removed(3), added(50, 50))])).toEqual([
        `q001.md:50-50 This change touches the answer of q001 (What about q001?). ${answer} was at rank 1, is now not found.`,
      ])
    }
  })

  it('may be that the file is gone, or has another name', async () => {
    const outcome = await losing(['other.md'], ['q001.md'], 'q001.md')
    expect(said(outcome, [{ ...file('q001.md'), status: 'removed' }])).toEqual([
      'q001.md:--- This change removes the answer of q001 (What about q001?). q001.md was at rank 1, is now not found.',
    ])
    const moved: FileChange = { path: 'new.md', status: 'renamed', formerPath: 'q001.md', blocks: [] }
    expect(said(outcome, [moved])).toEqual([
      'new.md:--- This change moves the file that is named as the answer of q001 (What about q001?). q001.md was at rank 1, is now not found.',
    ])
  })

  it('is no reason for a question that did not break', async () => {
    expect(said(await losing(['q001.md:10-20']), [file('q001.md', added(10, 20))])).toEqual([])
    const worse = await losing(['other.md', 'q001.md:10-20'])
    expect(said(worse, [file('q001.md', added(10, 20)), file('other.md', added(1, 1))])).toEqual([])
  })
})

describe('text of the change that ranks above the answer', () => {
  it('is pointed at, as far as it is in the result', async () => {
    const outcome = await losing(['new.md:1-9', 'other.md:5-8'])
    const changes: FileChange[] = [
      { ...file('new.md', added(1, 200)), status: 'added' },
      file('other.md', added(7, 30)),
    ]
    expect(said(outcome, changes)).toEqual([
      'new.md:1-9 This new text now ranks above the answer of q001 (What about q001?). It is at rank 1; q001.md:10-20 was at rank 1, is now not found.',
      'other.md:7-8 This text, as changed, now ranks above the answer of q001 (What about q001?). It is at rank 2; q001.md:10-20 was at rank 1, is now not found.',
    ])
  })

  it('is not claimed of text that the change did not write', async () => {
    const outcome = await losing(['other.md:5-8'])
    expect(said(outcome, [file('other.md', added(9, 30), removed(6))])).toEqual([])
    expect(said(outcome, [file('another.md', added(5, 8))])).toEqual([])
  })

  it('is not claimed of what ranked there before as well', async () => {
    const side = retrieving(plain, { q001: ['q001.md', 'other.md'] })
    const outcome = await decideSides(side, retrieving(side, { q001: ['other.md'] }))
    expect(said(outcome, [file('other.md', added(1, 9))])).toEqual([])
  })
})

describe('several places and questions', () => {
  /** So many questions lose their answers to `new.md`. */
  const flooded = (count: number) => {
    const lost = plain.queries.slice(0, count).map(({ id }) => [id, ['new.md:1-9']])
    return decideSides(plain, retrieving(plain, Object.fromEntries(lost)))
  }
  const changes: FileChange[] = [
    ...plain.queries.map(({ id }) => file(`docs/${id}.md`, added(1, 2))),
    { ...file('docs/new.md', added(1, 30)), status: 'added' },
  ]

  it('are one annotation for a place, which names the questions', async () => {
    const [first, second] = changeAnnotations(await flooded(7), changes, 'docs/')
    expect(first).toEqual({
      message: 'This new text now ranks above the answer of 7 questions: q001, q002, q003, q004, q005 and 2 more.',
      place: { title: '7 queries broke', file: 'docs/new.md', startLine: 1, endLine: 9 },
    })
    expect(second).toMatchObject({
      place: { title: 'Query q001 broke', file: 'docs/q001.md', startLine: 1, endLine: 2 },
    })
  })

  it('are nine annotations at most, those of most questions first, then of the worst', async () => {
    const files = changeAnnotations(await flooded(20), changes, 'docs/').map(({ place }) => place.file)
    expect(files).toEqual(['new', ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `q00${n}`)].map((name) => `docs/${name}.md`))
  })

  it('are none of documents from another repository, whatever their names', async () => {
    const { report, ...outcome } = await flooded(7)
    const source = { repository: 'octo/other', commit: 'a'.repeat(40) }
    const elsewhere = { ...outcome, report: { ...report, corpus: { ...report.corpus, source } } }
    expect(changeAnnotations(elsewhere, changes, 'docs/')).toEqual([])
  })

  it('are looked for in the folder of the knowledge base alone', async () => {
    const elsewhere = changes.map((change) => ({ ...change, path: change.path.replace('docs/', '') }))
    expect(changeAnnotations(await flooded(7), elsewhere, 'docs/')).toEqual([])
  })
})

describe('hostile text', () => {
  it('is one harmless line', async () => {
    const evil = '\n::error::x\r##[error]y \u202E\u0000'
    const side = asking(plain, (one) =>
      one.id === 'q001' ? { ...one, id: `q${evil}`, text: `${evil}${'z'.repeat(999)}` } : one,
    )
    const named = (found: string) => retrieving(side, { [`q${evil}`]: [found] })
    const outcome = await decideSides(named('q001.md'), named('other.md'))
    const [one] = changeAnnotations(outcome, [file('q001.md', added(1, 1))], '')
    for (const text of [one?.message ?? '', one?.place.title ?? '']) {
      expect(text).not.toMatch(/[\p{Cc}\u202E]|##\[|^\s*::/u)
      expect(text.length).toBeLessThan(500)
    }
    expect(one?.place.file).toBe('q001.md')
  })
})
