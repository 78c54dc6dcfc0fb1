import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerpt } from '../../../src/strategies/engine/excerpt.ts'
import { SecretKeeper } from '../../../src/strategies/engine/secret-keeper.ts'

function keeperOf(...secrets: string[]): SecretKeeper {
  const keeper = new SecretKeeper({ secret: (name) => secrets[Number(name)]! })
  for (const index of secrets.keys()) keeper.secret(String(index))
  return keeper
}

describe('a message', () => {
  it('has *** where a secret was, also a short one, and in the form that JSON or an address gives it', () => {
    const keeper = keeperOf('k"1', 'a b&c/very secret')
    expect(keeper.hide('k"1 a b&c/very secret {"key":"k\\"1"} ?q=a%20b%26c%2Fvery%20secret')).toBe(
      '*** *** {"key":"k\\"1"} ?q=***',
    )
    expect(keeperOf('quoted "key"').hide('{"key":"quoted \\"key\\""}')).toBe('{"key":"***"}')
  })

  it('has no part of a secret where its quotation is cut', () => {
    const keeper = keeperOf('sk-0123456789')
    expect(keeper.hide('it begins "Bearer sk-01234…"')).toBe('it begins "Bearer ***…"')
    expect(keeper.hide('it ends with "…456789 is wrong"')).toBe('it ends with "…*** is wrong"')
    expect(keeper.hide('"…and so on…" sk-')).toBe('"…and so on…" sk-')
  })

  it('has none wherever it is cut', () => {
    const secret = 'QX7-9F3K2-PLM8'
    const keeper = keeperOf(secret)
    fc.assert(
      fc.property(fc.nat(40), fc.nat(60), (before, most) => {
        const hidden = keeper.hide(excerpt(`${'.'.repeat(before)}${secret}${'.'.repeat(20)}`, most))
        for (let at = 0; at + 4 <= secret.length; at++) expect(hidden).not.toContain(secret.slice(at, at + 4))
      }),
    )
  })
})
