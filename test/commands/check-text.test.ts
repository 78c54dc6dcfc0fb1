import { expect, it } from 'vitest'
import { checkText } from '../../src/commands/check/check-text.ts'
import { UserError } from '../../src/errors.ts'

const at = { name: 'mine', type: 'http', notices: [] }

it('shows what to do about a mistake on a line of its own', () => {
  const error = new UserError({ what: 'the variable KEY is not set', hint: 'set it' }).message
  expect(checkText({ ...at, answer: { error } })).toBe(
    'mine (http): FAILED\n  the variable KEY is not set\n    to do: set it\n',
  )
})

it('keeps what an engine sent on one line', () => {
  expect(checkText({ ...at, answer: { error: 'it said\n\nmine (http): 3 hits' } })).toBe(
    'mine (http): FAILED\n  it said mine (http): 3 hits\n',
  )
})

it('leaves no blank line for a hit without a text', () => {
  const hits = [{ id: 'a.md', path: 'a.md', document: 'a.md', score: 1 }]
  expect(checkText({ ...at, answer: { hits, milliseconds: 2 } })).toBe(
    'mine (http): 1 hit in 2.0 ms\n 1. 1.0000  a.md\n',
  )
})
