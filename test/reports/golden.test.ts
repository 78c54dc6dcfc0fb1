import { describe, expect, it } from 'vitest'
import { reports } from '../../src/reports/registry.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { failingOutcome, firstRunOutcome, invalidOutcome, passingOutcome, withEarlierRuns } from '../support/outcome.ts'

/** Committed renderings, so that a change of wording shows in review; `npx vitest run --update=all test/reports/golden.test.ts` renews them. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  fail: failingOutcome({ queries: 20, broke: 7, improved: 2 }),
  pass: withEarlierRuns(passingOutcome(20)),
  'first-run': firstRunOutcome(20),
  invalid: invalidOutcome(),
}

describe.each(Object.entries(OUTCOMES))('a run with the outcome %s', (name, outcome) => {
  it.each(Object.keys(reports))('renders its %s as committed', async (kind) => {
    const files = await reports[kind as keyof typeof reports].render(outcome, { timing: true })
    expect(files.size).toBeGreaterThan(0)
    for (const [path, text] of files) await expect(text).toMatchFileSnapshot(`../golden/reports/${name}/${path}`)
  })
})
