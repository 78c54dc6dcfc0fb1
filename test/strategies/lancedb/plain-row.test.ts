import { expect, it } from 'vitest'
import { plainRow } from '../../../src/strategies/lancedb/plain-row.ts'

it('makes plain values of what Arrow has of its own, exact ones', () => {
  const inner = { toJSON: () => ({ line: 3n, none: null }) }
  const at = new Date(0)
  const row = plainRow({ toJSON: () => ({ id: 2n ** 60n, small: -5n, inner, at, text: 'x', list: [1] }) })
  expect(row).toEqual({
    id: '1152921504606846976',
    small: -5,
    inner: { line: 3, none: null },
    at,
    text: 'x',
    list: [1],
  })
})

it('makes arrays of the lists of Arrow, so that an expression can take one of their parts', () => {
  const lines = { toJSON: () => [3n, 2n ** 60n] }
  const spans = { toJSON: () => [{ toJSON: () => ({ line: 4n }) }, null] }
  expect(plainRow({ toJSON: () => ({ lines, spans }) })).toEqual({
    lines: [3, '1152921504606846976'],
    spans: [{ line: 4 }, null],
  })
})
