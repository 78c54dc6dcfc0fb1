import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderHtml } from '../../src/reports/html-report.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { nastyText } from '../support/nasty-text.ts'
import { failingOutcome, firstRunOutcome, invalidOutcome, passingOutcome, withTexts } from '../support/outcome.ts'

const render = (outcome: Outcome) => renderHtml(outcome, { timing: true })

/** Every tag of the page, without the values of its attributes. */
function tags(page: string): readonly string[] {
  return [...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""').replace(' class=""', ''))
}

describe('the page', () => {
  it('shows the verdict, the numbers and each broken query before and after', () => {
    const page = render(failingOutcome())
    expect(page).toContain(
      '<h1>Retrieval got worse: <code>hybrid</code> ndcg@10 0.982 → 0.857 (−0.125, allowed −0.020)</h1>',
    )
    expect(page).toContain('<td class="number down">−0.125</td>')
    expect(page).toContain('rank 1 → <b>not in the first 50</b>')
    expect(page).toContain('<span class="tag">new in this pull request</span>')
    expect(page.match(/<h3>/g)).toHaveLength(12)
  })

  it('names the strategy on which a pinned question fails', () => {
    const outcome = passingOutcome()
    const pinned = [{ query: 'Q01', strategy: 'bm25', why: 'has no expected answer in the top 10' }]
    const page = render({ ...outcome, verdict: { ...outcome.verdict, status: 'fail', pinned } })
    expect(page).toContain(
      'Pinned question <code>Q01</code> (How are passwords hashed before they are stored?) has no expected answer in the top 10 on <code>bm25</code>.',
    )
  })

  it('shows which questions broke and what to do ahead of every table', () => {
    const page = render(failingOutcome())
    const places = ['<b>Why:</b>', 'The questions that broke', 'What to do', '<table>'].map((text) =>
      page.indexOf(text),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it('lets each table scroll by itself, with keys as well, and prints it whole', () => {
    const page = render(failingOutcome())
    const boxes = [...page.matchAll(/<div class="scroll" tabindex="0" role="region" aria-label="[^"]+"><table>/g)]
    expect(boxes.length).toBe(page.match(/<table>/g)!.length)
    expect(page).toMatch(/\.scroll \{ overflow-x: auto;/)
    expect(page).toMatch(/\.scroll:focus-visible \{ outline:/)
    expect(page).toMatch(/@media print \{[\s\S]*\.scroll \{ overflow: visible;/)
  })

  it('needs nothing from elsewhere and runs no script', () => {
    for (const outcome of [failingOutcome(), passingOutcome(), firstRunOutcome(), invalidOutcome()]) {
      expect(render(outcome)).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|url\(|@import/)
    }
  })

  it('has one first heading, and a scope for every heading of a table', () => {
    const page = render(failingOutcome())
    expect(page.match(/<h1>/g)).toHaveLength(1)
    expect(page.match(/<th(?! scope=)[ >]/g)).toBeNull()
    expect(page).toContain('<html lang="en">')
  })

  it('keeps its structure whatever users say', () => {
    const outcome = failingOutcome({ queries: 4, broke: 2, improved: 0 })
    const calm = tags(render(withTexts(outcome, () => 'calm')))
    fc.assert(
      fc.property(nastyText, (text) => {
        const quiet = text.replaceAll('`', '')
        fc.pre(quiet.trim().length > 0 && quiet.length < 40)
        expect(tags(render(withTexts(outcome, () => quiet)))).toEqual(calm)
      }),
    )
  })
})
