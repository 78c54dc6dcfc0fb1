import { describe, expect, it } from 'vitest'
import { renderComment } from '../../src/reports/comment.ts'
import { renderHtml } from '../../src/reports/html-report.ts'
import { whatToDo } from '../../src/reports/what-to-do.ts'
import { asking, decideSides, retrieving, type Side, simpleSide } from '../comparison/sides.ts'

const side = simpleSide(20)

/** The first pages under `new/`, with what is in them as it was, or `rewritten`. */
function moving(count: number, rewritten = false): Side {
  const pages = side.queries.slice(0, count).map(({ id }) => `${id}.md`)
  const documents = Object.entries(side.documents).map(([path, text]) =>
    pages.includes(path) ? [`new/${path}`, rewritten ? `${text}, again` : text] : [path, text],
  )
  const found = pages.map((page) => [page.replace('.md', ''), [`new/${page}`]])
  return retrieving({ ...side, documents: Object.fromEntries(documents) }, Object.fromEntries(found))
}

describe('what to do about a page that the change moves', () => {
  it('is to name its new place, and nothing is called new', async () => {
    const advice = whatToDo(await decideSides(side, moving(1)))
    expect(advice[0]).toBe(
      'Moved without a change: `q001.md` to `new/q001.md`. Name the new place in the expected answers.',
    )
    expect(advice.join('\n')).not.toMatch(/holds the answer now|not in the knowledge base/)
  })

  it('names three of many', async () => {
    const [first] = whatToDo(await decideSides(side, moving(5)))
    expect(first).toMatch(/^Moved without a change: .*`q003.md` to `new\/q003.md`, and 2 more\. Name/)
  })

  it('is another where its content changed as well: then it is a new page', async () => {
    const advice = whatToDo(await decideSides(side, moving(1, true)))
    expect(advice[0]).toMatch(/^Where `new\/q001.md` holds the answer now, name it/)
    expect(advice[1]).toMatch(/^`q001.md` is not in the knowledge base any more/)
  })

  it('is told of what broke questions first, and ends with a command to copy', async () => {
    const { documents, ...rest } = moving(1)
    const beside = { ...rest, documents: { ...documents, 'new.md': 'new' } }
    const found = { q010: ['new.md', 'q010.md'], q011: ['new.md', 'q011.md'] }
    const advice = whatToDo(await decideSides(side, retrieving(beside, found)))
    expect(advice[0]).toMatch(/^Moved without a change/)
    expect(advice[1]).toMatch(/^Where `new.md` holds the answer now/)
    expect(advice[2]).toContain('`retrieval-gate search "What about q001?" --strategy bm25`')
  })

  it('quotes no question that a shell would read otherwise', async () => {
    const asked = asking(moving(1), (one) => ({ ...one, text: `$(id) ${one.id}` }))
    const before = asking(side, (one) => ({ ...one, text: `$(id) ${one.id}` }))
    const advice = whatToDo(await decideSides(before, asked)).join('\n')
    expect(advice).toContain('`retrieval-gate search "the question" --strategy bm25`')
    expect(advice).not.toContain('$(id)')
  })

  it('is told with the question in every report', async () => {
    const outcome = await decideSides(side, moving(1))
    const comment = renderComment(outcome, { timing: false }, { maxBytes: 60_000 })
    expect(comment).toContain('expected `q001.md` · rank 1 → **moved to** `new/q001.md`')
    expect(renderHtml(outcome, { timing: false })).toContain('rank 1 → <b>moved to</b> <code>new/q001.md</code>')
  })
})

describe('what to do where nothing could be decided', () => {
  it('is to ask more questions, and still to name the new place of what moved', async () => {
    const small = simpleSide(5)
    const { 'q001.md': text, ...documents } = small.documents
    const head = retrieving({ ...small, documents: { ...documents, 'new/q001.md': text! } }, { q001: ['new/q001.md'] })
    expect(whatToDo(await decideSides(small, head))).toEqual([
      'Ask at least 10 questions that have an expected answer on both sides, or lower `minPairs` of the rule: few questions say little about a change.',
      'Moved without a change: `q001.md` to `new/q001.md`. Name the new place in the expected answers.',
    ])
  })
})
