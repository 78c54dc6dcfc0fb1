import { describe, expect, it } from 'vitest'
import { statusAdvice } from '../../../src/strategies/engine/status-advice.ts'

const place = '`url`'

describe('an answer that refuses', () => {
  it.each([
    [
      401,
      { Authorization: 'Bearer {{env.KEY}}' },
      '; is the key right, and still valid? It is in the variable KEY (header `Authorization`)',
    ],
    [
      401,
      { 'X-Custom': '{{env.A}}:{{env.B}}' },
      '; is the key right, and still valid? It is in the variables A, B (header `X-Custom`)',
    ],
    [
      401,
      { 'x-plain': '{{env.NO}}', 'api-key': '{{env.KEY}}' },
      '; is the key right, and still valid? It is in the variable KEY (header `api-key`)',
    ],
    [403, { 'api-key': 'abcdef' }, '; may the key do this? It is written out in the header `api-key`'],
    [
      401,
      { accept: 'text/html' },
      '; no header holds a key; where it wants one: `headers: { Authorization: "Bearer {{env.SEARCH_KEY}}" }`',
    ],
    [404, {}, '; is `url` right?'],
    [405, {}, '; is `url` right?'],
    [429, {}, '; it is asked too often: see `concurrency` and `requestsPerSecond`'],
    [
      429,
      { 'api-key': '{{env.KEY}}' },
      '; it is asked too often: see `concurrency` and `requestsPerSecond`, or the quota of the key, which is in the variable KEY (header `api-key`)',
    ],
    [500, { 'api-key': '{{env.KEY}}' }, ''],
  ])('of %i with the headers %j', (status, headers, advice) => {
    expect(statusAdvice(status, { headers, place })).toBe(advice)
  })

  it('says nothing of an address that the config does not give', () => {
    expect(statusAdvice(404, { headers: {} })).toBe('')
  })
})
