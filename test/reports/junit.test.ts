import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderJunit } from '../../src/reports/junit.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { visibleText } from '../../src/reports/visible-text.ts'
import { nastyText } from '../support/nasty-text.ts'
import {
  failingOutcome,
  firstRunOutcome,
  floorOutcome,
  invalidOutcome,
  passingOutcome,
  withTexts,
} from '../support/outcome.ts'
import { parseXml } from '../support/parse-xml.ts'

const render = (outcome: Outcome) => parseXml(renderJunit(outcome, { timing: true }))

describe('junit.xml', () => {
  it('has a suite a strategy, with a case a rule and a query', () => {
    const root = render(failingOutcome())
    expect(root.children.map(({ attributes }) => attributes['name'])).toEqual(['hybrid', 'bm25', 'dense'])
    expect(root.children.map(({ children }) => children.length)).toEqual([85, 85, 85])
    expect(root.attributes).toMatchObject({ tests: '255', failures: '13', errors: '0', skipped: '0' })
  })

  it('says of a broken query what it lost', () => {
    const [hybrid] = render(failingOutcome()).children
    const failure = hybrid!.children[1]!.children[0]!
    expect(failure.name).toBe('failure')
    expect(failure.attributes['message']).toBe('broke: ndcg@10 1.000 → 0.000 (−1.000)')
    expect(renderJunit(failingOutcome(), { timing: true })).toContain(
      '>expected auth/service.py:10-25: rank 1 → not in the first 50; in its place docs/auth-faq.md:1-40 at rank 1 (new in this pull request)</failure>',
    )
  })

  it('has no failure when the verdict has none, although a query broke', () => {
    const outcome = failingOutcome()
    const results = outcome.verdict.results.map((result) => ({ ...result, status: 'pass' as const }))
    const root = render({ ...outcome, verdict: { ...outcome.verdict, status: 'pass', results } })
    expect(root.attributes['failures']).toBe('0')
    expect(root.children[0]!.children[1]!.children[0]!.name).toBe('system-out')
    expect(render(passingOutcome()).attributes['failures']).toBe('0')
  })

  it('reports a retrieval error as an error and what was not compared as skipped', () => {
    const [hybrid] = render(invalidOutcome()).children
    expect(hybrid!.children[2]!.children[0]).toMatchObject({
      name: 'error',
      attributes: { message: 'connect ECONNREFUSED' },
    })
    expect(render(firstRunOutcome(12)).attributes).toMatchObject({ tests: '36', skipped: '36' })
  })

  it('fails the queries that find no answer where a floor decided', () => {
    const [hybrid] = render(floorOutcome()).children
    expect(hybrid!.attributes).toMatchObject({ failures: '2' })
    expect(hybrid!.children[2]!.children[0]!.attributes['message']).toBe('no answer found: recall@5 is 0')
  })

  it('fails a pinned query on the strategies where it fails, and on all where none is named', () => {
    const outcome = passingOutcome()
    const id = Object.keys(outcome.report.queries)[1]!
    const failuresOf = (strategy: object) => {
      const pinned = [{ query: id, why: 'has no expected answer in the top 10', ...strategy }]
      const { children } = render({ ...outcome, verdict: { ...outcome.verdict, status: 'fail', pinned } })
      return children.map(({ attributes }) => attributes['failures'])
    }
    expect(failuresOf({ strategy: 'bm25' })).toEqual(['0', '1', '0'])
    expect(failuresOf({})).toEqual(['1', '1', '1'])
  })

  it('is XML whatever users say', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const root = render(withTexts(failingOutcome({ queries: 4, broke: 2, improved: 0 }), () => text))
        const name = root.children[0]!.children[1]!.attributes['name']
        expect(name).toBe(visibleText(`Q01 · ${text}`).replace(/[\uFFFE\uFFFF]/gu, '\uFFFD'))
      }),
    )
  })
})
