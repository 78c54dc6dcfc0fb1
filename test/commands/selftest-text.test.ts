import { describe, expect, it } from 'vitest'
import { selftestLine, selftestText } from '../../src/commands/selftest-text.ts'
import { selftest } from '../../src/selftest/selftest.ts'
import { reportOf, retrieving, type Side } from '../comparison/sides.ts'
import { triedSide, tryOptions } from '../selftest/tried-side.ts'

const trying = (side: Side) => selftest(reportOf(side), reportOf(side), tryOptions)
/** The pinned question finds nothing, as the side is. */
const failing = retrieving({ ...triedSide, rules: [{}], primary: 'right' }, { q03: ['q20.md'] })

describe('what a selftest says of a gate that fails as it is', () => {
  it('names the pinned question that fails, and what to do about it', async () => {
    const result = await trying(failing)
    const line =
      'BROKEN  this gate cannot be trusted: it does not pass two identical runs, since the pinned question q03 fails as it is\n'
    expect(selftestLine(result)).toBe(line)
    expect(selftestText(result).startsWith(line)).toBe(true)
    expect(selftestText(result)).toContain(
      '\n  to do:    mend what keeps q03 from passing (`retrieval-gate search` with its words shows what is found), or leave out its `pinned` until then;\n            as long as it fails, every loss below is noticed for that reason alone\n',
    )
    expect(result.identical.pinned.map(({ query }) => query)).toContain('q03')
  })

  it('points at the rule that fails where none is pinned', async () => {
    const queries = triedSide.queries.map((query) => ({ ...query, pinned: false }))
    const result = await trying({
      ...triedSide,
      queries,
      rules: [{ metric: 'precision@5', min: 0.9 }],
      primary: 'right',
    })
    expect(selftestLine(result)).toBe('BROKEN  this gate cannot be trusted: it does not pass two identical runs\n')
    expect(selftestText(result)).toContain('  to do:    mend what the line "two identical runs" names;\n')
  })

  it('has nothing to do for a sound one', async () => {
    const result = await trying({ ...triedSide, rules: [{}], primary: 'right' })
    expect(selftestText(result)).toMatch(/^SOUND .*\n\n/)
  })
})
