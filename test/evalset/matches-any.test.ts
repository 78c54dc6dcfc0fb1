import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { globMatcher } from '../../src/evalset/glob-matcher.ts'
import { matchesAny } from '../../src/evalset/matches-any.ts'

describe('matchesAny', () => {
  it('says of every pattern what matching each path says', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      'ab',
      '**',
      '*',
      'a*',
      '*b',
      '[ab]',
      '?',
      '{a,b}',
      '*.md',
      '.a',
      '+(a|b)',
      '!a',
    )
    const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    const name = fc.constantFrom('a', 'b', 'ab', 'x.md', '.a', '!a')
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        expect(matchesAny(glob, [file])).toBe(globMatcher(glob)(file))
      }),
      { numRuns: 2000 },
    )
  })

  it('takes `**` for no folder, too, and a leading `!` or `#` as a letter', () => {
    expect(matchesAny('**/x.md', ['x.md'])).toBe(true)
    expect(matchesAny('a/**/x.md', ['a/x.md'])).toBe(true)
    expect(matchesAny('!a*', ['b'])).toBe(false)
    expect(matchesAny('#a*', ['#ab'])).toBe(true)
    expect(matchesAny('*.md', ['.hidden.md'])).toBe(true)
  })
})
