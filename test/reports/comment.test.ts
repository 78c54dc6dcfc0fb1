import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { commentMarker, renderComment } from '../../src/reports/comment.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { renderSummary } from '../../src/reports/summary.ts'
import { nastyText } from '../support/nasty-text.ts'
import {
  failingOutcome,
  firstRunOutcome,
  floorOutcome,
  invalidOutcome,
  passingOutcome,
  withTexts,
} from '../support/outcome.ts'

const OPTIONS = { timing: true }
const render = (outcome: Outcome, maxBytes = 60_000) => renderComment(outcome, OPTIONS, { maxBytes })

function nodes(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap((child) => nodes(child)) : [])]
}

function parsed(text: string): Nodes[] {
  return nodes(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
}

/** Our own tags, all of them balanced. */
function expectOnlyOurs(text: string): void {
  const all = parsed(text)
  const tags = all.flatMap((node) => (node.type === 'html' ? node.value.match(/<[^>]*>/g)! : []))
  expect(tags.filter((tag) => !/^<\/?(details|summary|sub)>$|^<!-- retrieval-gate:\S* -->$/.test(tag))).toEqual([])
  for (const name of ['details', 'summary', 'sub']) {
    expect(tags.filter((tag) => tag === `<${name}>`).length).toBe(tags.filter((tag) => tag === `</${name}>`).length)
  }
  const links = all.flatMap((node) => (node.type === 'link' ? [node.url] : []))
  expect(links.filter((url) => !url.startsWith('https://github.com/acme/handbook/'))).toEqual([])
  expect(all.filter(({ type }) => type === 'image' || type === 'code' || type === 'footnoteReference')).toEqual([])
  const tables = all.flatMap((node) => (node.type === 'table' ? [node] : []))
  for (const { children } of tables) {
    expect(new Set(children.map((row) => row.children.length)).size).toBe(1)
  }
}

describe('the comment', () => {
  it('says the verdict and the number that decided it in its first line', () => {
    expect(render(failingOutcome()).split('\n')[0]).toBe(
      '### ❌ Retrieval got worse: `hybrid` ndcg@10 0.982 → 0.857 (−0.125, allowed −0.020)',
    )
    expect(render(passingOutcome()).split('\n')[0]).toMatch(/^### ✅ Retrieval holds/)
    expect(render(invalidOutcome()).split('\n')[0]).toMatch(/^### ⚠️ Could not be decided/)
  })

  it('lists changed questions before any number', () => {
    const text = render(failingOutcome())
    expect(text.indexOf('2 added (`Q90`, `Q91`)')).toBeGreaterThan(0)
    expect(text.indexOf('2 added (`Q90`, `Q91`)')).toBeLessThan(text.indexOf('| strategy |'))
  })

  it('warns first when only the changed labels make it pass', () => {
    const outcome = passingOutcome()
    const note = 'passes only with the changed labels'
    const text = render({ ...outcome, verdict: { ...outcome.verdict, notes: [note] } })
    expect(text.split('\n\n')[1]).toBe(`⚠️ ${note}`)
  })

  it('shows the primary strategy first and bold, with baseline, now, change and interval', () => {
    const rows = render(failingOutcome())
      .split('\n')
      .filter((line) => line.startsWith('|'))
    expect(rows[2]).toBe(
      '| ❌ | **`hybrid`** | 0.982 | **0.857** | **−0.125** | −0.205\u00A0…\u00A0−0.045 | 0.857 (−0.125) | 0.857 (−0.125) | 14 ms |',
    )
    expect(rows[3]).toMatch(/^\| ✅ \| `bm25` \| 1\.000 \| 1\.000 \| 0 \| no question changed \|/)
  })

  it('says in one line what the change did to the pages of the questions that lost', () => {
    expect(render(failingOutcome())).toContain(
      '**Why:** `docs/auth-faq.md` is new and ranks above the answer (4 questions) · the answer `auth/service.py` changed (1 question)\n',
    )
    expect(render(passingOutcome())).not.toContain('**Why:**')
  })

  it('leaves a column of intervals out where no strategy has one', () => {
    const outcome = failingOutcome()
    const none = { none: 'too few changed questions for an interval' }
    const results = outcome.verdict.results.map((one) => ({ ...one, evidence: { ...one.evidence!, interval: none } }))
    const text = render({ ...outcome, verdict: { ...outcome.verdict, results, deciding: results[2]! } })
    expect(text).toContain('|  | strategy | `ndcg@10` baseline | now | change | `recall@5` |')
    expect(text.match(/too few changed/gi)).toHaveLength(1)
  })

  it('says where the metrics are that the table has no room for', () => {
    const outcome = failingOutcome()
    const metrics = [...outcome.report.metrics, 'precision@5', 'f1@5', 'hit@1', 'map']
    const text = render({ ...outcome, report: { ...outcome.report, metrics } })
    expect(text).toContain(
      '<sub>Also in the [full report](https://github.com/acme/handbook/actions/runs/42): `hit@1`, `map`.</sub>',
    )
    expect(text).toContain('| `recall@5` | `mrr` | `precision@5` | `f1@5` | `latency-p50` |')
    expect(render(outcome)).not.toContain('Also in the')
  })

  it('folds strategies that no rule is about, where there are many', () => {
    const { report, ...rest } = failingOutcome()
    const others = ['graph', 'hyde', 'qna'].map((name) => [name, report.strategies.dense!])
    const many = { ...report, strategies: { ...report.strategies, ...Object.fromEntries(others) } }
    const [open, folded] = render({ ...rest, report: many }).split(
      '<details><summary>The 3 other strategies, which no rule is about</summary>',
    )
    expect(open).toContain('| **`hybrid`** |')
    expect(open).not.toContain('`graph`')
    expect(folded).toContain('| `graph` |')
  })

  it('names every rule that fails beside the one in the headline', () => {
    const outcome = failingOutcome()
    const { deciding } = outcome.verdict
    const floor = {
      ...deciding!,
      rule: { ...deciding!.rule, metric: 'recall@5', min: 0.9 },
      expected: 'at least 0.900',
    }
    const results = [deciding!, floor, { ...floor, strategy: 'bm25' }, { ...floor, strategy: 'dense' }]
    const text = render({ ...outcome, verdict: { ...outcome.verdict, results } })
    expect(text).toContain(
      '**Rules that fail:** ndcg@10, a drop of at most 0.020 (`hybrid`) · recall@5, at least 0.900 (all 3 strategies)\n',
    )
    expect(render(outcome)).not.toContain('Rules that fail')
  })

  it('shows the reader at most 60 lines before anything is unfolded', () => {
    const text = render(failingOutcome({ queries: 200, broke: 120, improved: 10, worse: 50 }))
    const visible = text.replaceAll(/<details>[\s\S]*?<\/details>/g, '')
    expect(visible.split('\n').length).toBeLessThanOrEqual(60)
  })

  it('leaves durations out where everything that varies is left out', () => {
    expect(renderComment(failingOutcome(), { timing: false }, { maxBytes: 60_000 })).not.toMatch(/latency| ms/)
  })

  it('tells of each broken query what was expected, where it ranked and what took its place', () => {
    const text = render(failingOutcome())
    const blob = 'https://github.com/acme/handbook/blob/9f8e7d6c5b4a39281706f5e4d3c2b1a098765432'
    expect(text).toContain('1. **Q01 · How are passwords hashed before they are stored?**\\\n')
    expect(text).toContain(
      `expected [\`auth/service.py:10-25\`](${blob}/auth/service.py#L10-L25) · rank 1 → **not in the first 50** · in its place [\`docs/auth-faq.md:1-40\`](${blob}/docs/auth-faq.md?plain=1#L1-L40) at rank 1, **new in this pull request**`,
    )
    expect(text).toContain('2. **Q02 · 登录失败后会重试几次?** 📌 pinned\\\n')
    expect(text).toContain('rank 1 → **14**')
    expect(text).toContain('<details><summary>7 more</summary>')
  })

  it('names the queries that broke and no others', () => {
    const told = [...render(failingOutcome()).matchAll(/^\d+\. \*\*(Q\d+) ·/gm)].map(([, id]) => id)
    expect(told).toEqual(failingOutcome().verdict.broke)
  })

  it('tells of what got worse without breaking, folded', () => {
    const outcome = failingOutcome({ queries: 84, broke: 12, improved: 3, worse: 14 })
    const [, folded] = render(outcome).split('<details><summary>14 questions got worse without breaking</summary>')
    expect(folded).toContain('1. **Q16 · ')
    expect(folded).toContain('rank 1 → **3**')
    expect(folded).toContain('4 more in the [full report]')
  })

  it('shows what finds no answer where a floor decided', () => {
    const text = render(floorOutcome())
    expect(text).toContain('**The questions that find no answer**, worst first\n\n1. **Q02 · 登录失败后会重试几次?**')
    expect(text).toContain('/docs/auth-faq.md?plain=1#L1-L40) at rank 1')
    expect(text).toContain('· **not found** · found instead [')
  })

  it('says what to do', () => {
    const text = render(failingOutcome())
    expect(text).toContain('- Where `docs/auth-faq.md` holds the answer now, name it in the expected answers;')
    expect(text).toContain(
      '`retrieval-gate search "How are passwords hashed before they are stored?" --strategy hybrid`',
    )
    expect(render(invalidOutcome())).toContain('Mend strategy `hybrid`: it erred on 1 question, first on `Q03`')
  })

  it('shows the scores of now on a first run', () => {
    const text = render(firstRunOutcome())
    expect(text.split('\n\n')[1]).toBe('These are the scores of now, over all questions.')
    expect(render(floorOutcome())).toContain('There is no baseline to compare with. These are the scores of now')
    expect(text).toContain('| **`hybrid`** | **0.750** | 0.700 … 0.800 | 0.750 | 0.750 | 14 ms |')
  })

  it('is short when nothing is wrong', () => {
    const [visible] = render(passingOutcome()).split('<details>')
    expect(visible!.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(4)
  })

  it('ends with a marker that no name can break out of', () => {
    expect(render(failingOutcome()).trimEnd().split('\n').at(-1)).toBe('<!-- retrieval-gate:docs -->')
    expect(commentMarker('a --> <b> -- \uD800')).toMatch(/^<!-- retrieval-gate:(?!\S*--)\S+ -->$/)
  })

  it('fits by telling less, never by cutting', () => {
    const outcome = withTexts(failingOutcome({ queries: 900, broke: 600, improved: 10 }), (text) => text.repeat(40))
    for (const maxBytes of [60_000, 20_000, 9000, 3000, 1500, 900]) {
      const text = render(outcome, maxBytes)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes)
      expect(text).toMatch(/^### ❌ /)
      expectOnlyOurs(text)
    }
    expect(render(outcome)).toMatch(/\d+ more are in the \[full report\]/)
  })

  it('holds whatever users, documents and engines say', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const plain = withTexts(failingOutcome({ queries: 7, broke: 6, improved: 1 }), () => text)
        const pinned = [
          { query: 'Q01', strategy: text, why: 'has no expected answer in the top 10' },
          { query: text, why: 'was removed' },
        ]
        const metrics = [...plain.report.metrics, 'f1@5', 'map', text]
        const outcome = { ...plain, report: { ...plain.report, metrics }, verdict: { ...plain.verdict, pinned } }
        expectOnlyOurs(render(outcome))
        expectOnlyOurs(renderSummary(outcome, OPTIONS, { maxBytes: 1_000_000 }))
      }),
      { numRuns: 15 },
    )
  })
})

describe('the summary', () => {
  it('shows every metric, the evidence, the slices and the ceiling', () => {
    const text = renderSummary(failingOutcome(), OPTIONS, { maxBytes: 1_000_000 })
    expect(text).toContain(
      '| `hybrid` | `recall@5` | 0.982 | 0.857 | −0.125 | −0.209 … −0.035 | 0.750 | 0.700 … 0.800 | 84 |',
    )
    expect(text).toContain('| 84 | 15 | 3 / 69 / 12 | −0.205 … −0.045 (95 %, bootstrap-bca) | 0.012 | 0.037 | 0.012 |')
    expect(text).toContain('| category | `api_usage` | 42 | 0.800 (−0.119) | 0.800 (0) | 0.800 (0) |')
    expect(text).toContain('| `hybrid` | `hybrid` | 97.5 % | 212 | none | 0 |')
    expect(text).toContain('3 documents, skipped: 2 binary; 84 questions from `datasets/docs.jsonl` (jsonl).')
  })

  it('fits by telling less', () => {
    const outcome = failingOutcome({ queries: 1200, broke: 800, improved: 10 })
    for (const maxBytes of [200_000, 50_000, 10_000, 500]) {
      const text = renderSummary(outcome, OPTIONS, { maxBytes })
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes)
      expectOnlyOurs(text)
    }
  })
})
