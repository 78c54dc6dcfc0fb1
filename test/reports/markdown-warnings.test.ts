import { describe, expect, it } from 'vitest'
import { renderComment } from '../../src/reports/comment.ts'
import { renderHtml } from '../../src/reports/html-report.ts'
import { renderSummary } from '../../src/reports/summary.ts'
import { passingOutcome } from '../support/outcome.ts'

const ROOM = { maxBytes: 60_000 }

function warned(...warnings: string[]) {
  const outcome = passingOutcome()
  return { ...outcome, report: { ...outcome.report, warnings } }
}

describe('what a run warned about', () => {
  const outcome = warned('q.jsonl:4: query "Q9" expects "gone.md", which is not in the knowledge base', 'x <b>')

  it('is folded away in the comment', () => {
    expect(renderComment(outcome, { timing: true }, ROOM)).toContain(
      '<details><summary>2 warnings</summary>\n\n- q.jsonl:&#8203;4: query "Q9" expects "gone.md", which is not in the knowledge base\n- x &lt;b&gt;\n\n</details>',
    )
  })

  it('has a heading of its own in the summary and in the page', () => {
    expect(renderSummary(outcome, { timing: true }, ROOM)).toContain('#### Warnings\n\n- q.jsonl')
    expect(renderHtml(outcome, { timing: true })).toMatch(/<h2>Warnings<\/h2>\n<ul><li>q\.jsonl.*<\/li><li>x &lt;b/u)
  })

  it('is told from the first on, and counted where it is much', () => {
    const many = warned(...Array.from({ length: 30 }, (_, index) => `warning ${index}`))
    const comment = renderComment(many, { timing: true }, ROOM)
    expect(comment).toContain('<summary>30 warnings</summary>')
    expect(comment).toContain('- warning 9\n- 20 more in the report files.\n')
  })

  it('is nothing where there was nothing', () => {
    const plain = passingOutcome()
    expect(renderComment(plain, { timing: true }, ROOM)).not.toContain('warning')
    expect(renderSummary(plain, { timing: true }, ROOM)).not.toContain('Warnings')
    expect(renderHtml(plain, { timing: true })).not.toContain('Warnings')
  })
})
