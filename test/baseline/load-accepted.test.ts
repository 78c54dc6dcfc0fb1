import { describe, expect, it } from 'vitest'
import { loadAccepted } from '../../src/baseline/load-accepted.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'

async function loaded(text: string) {
  const folder = temporaryFolder()
  write(folder, { '.retrieval-gate/accepted.yml': text })
  return loadAccepted(folder)
}

describe('the list of accepted losses', () => {
  it('is empty where there is none', async () => {
    expect(await loadAccepted(temporaryFolder())).toEqual([])
    expect(await loaded('# nothing yet\n')).toEqual([])
  })

  it('holds questions and rules, with who answers for them and until when', async () => {
    const text = `
- query: Q12
  reason: The page is retired
  who: alice
  until: 2026-12-31
- { rule: ndcg@10, strategy: bm25, reason: new tokenizer, who: bob, until: 2027-01-31 }
`
    expect(await loaded(text)).toEqual([
      { query: 'Q12', reason: 'The page is retired', who: 'alice', until: '2026-12-31' },
      { rule: 'ndcg@10', strategy: 'bm25', reason: 'new tokenizer', who: 'bob', until: '2027-01-31' },
    ])
  })

  it.each([
    ['without an end', '- { query: Q1, reason: x, who: y }', /accepted\.yml:1:\d+: .*until/],
    ['with a day that is none', '- { query: Q1, reason: x, who: y, until: 2026-02-31 }', /until/],
    ['without a reason', '- { query: Q1, reason: "", who: y, until: 2026-12-31 }', /reason/],
    ['about nothing', '- { reason: x, who: y, until: 2026-12-31 }', /query/],
    ['about both', '- { query: Q1, rule: mrr, reason: x, who: y, until: 2026-12-31 }', /query/],
    ['with a key of its own', '- { query: Q1, reason: x, who: y, until: 2026-12-31, by: z }', /unknown key `by`/],
  ])('is refused with an entry %s', async (_, text, message) => {
    await expect(loaded(text)).rejects.toThrow(message)
  })
})
