import { describe, expect, it } from 'vitest'
import { hitsSchema } from '../../../src/strategies/engine/hits-settings.ts'
import { loneHit } from '../../../src/strategies/mcp/lone-hit.ts'
import { type ToolResult, toolAnswer } from '../../../src/strategies/mcp/tool-answer.ts'

const HITS = [
  { path: 'a.md', start_line: 2, end_line: 4, score: 2 },
  { path: 'b.md', start_line: null, end_line: null, score: 1 },
]
const text = (value: unknown) => ({ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) })

function answerOf(result: ToolResult, hits: Record<string, unknown> = {}, more = ''): unknown {
  return toolAnswer(result, { isHit: loneHit(hitsSchema.parse(hits)), more: () => more })
}

// As the SDKs of Python send them: `mcp` 2.3, where a list without a declared type is one text a hit, and FastMCP 4.0.
describe('what a tool answered', () => {
  it.each<[string, ToolResult, unknown]>([
    [
      '`-> list[dict]` or `-> list[Hit]`',
      { content: HITS.map(text), structuredContent: { result: HITS } },
      { result: HITS },
    ],
    [
      '`-> Results`, a model with a list',
      { content: [text({ hits: HITS })], structuredContent: { hits: HITS } },
      { hits: HITS },
    ],
    ['no declared type, FastMCP', { content: [text(HITS)] }, HITS],
    ['no declared type, mcp', { content: HITS.map(text) }, HITS],
    ['no declared type and one hit, mcp', { content: [text(HITS[0])] }, [HITS[0]]],
    ['no declared type and no hit', { content: [] }, []],
    ['`-> str` with JSON in it', { content: [text(HITS)], structuredContent: { result: JSON.stringify(HITS) } }, HITS],
    ['`-> dict`', { content: [text({ results: HITS })], structuredContent: { results: HITS } }, { results: HITS }],
    ['null for structured content', { content: [text(HITS)], structuredContent: null }, HITS],
  ])('is read where a function has %s', (_, result, expected) => {
    expect(answerOf(result)).toEqual(expected)
  })

  it('is one hit by the name that the config gives its path', () => {
    const result = { content: [text({ doc: { file: 'a.md' } })] }
    expect(answerOf(result, { path: 'doc.file' })).toEqual([{ doc: { file: 'a.md' } }])
    expect(answerOf(result)).toEqual({ doc: { file: 'a.md' } })
  })

  it('is no hit where the config says where the list is, or a list is in it', () => {
    expect(answerOf({ content: [text({ id: 'r1', found: HITS })] }, { list: 'found' })).toEqual({
      id: 'r1',
      found: HITS,
    })
    expect(answerOf({ content: [text({ id: 'r1', hits: [] })] })).toEqual({ id: 'r1', hits: [] })
  })

  it('is an error where it is words, whether they are wrapped or not', () => {
    const message = 'the tool answered with text that is not JSON; it begins "I found two"'
    expect(() => answerOf({ content: [text('I found two')] })).toThrow(message)
    expect(() => answerOf({ content: [text('I found two')], structuredContent: { result: 'I found two' } })).toThrow(
      message,
    )
  })

  it('is an error where the tool says so, with what else is known of it', () => {
    expect(() => answerOf({ content: [text('Error executing tool search')], isError: true }, {}, '; why')).toThrow(
      /^the tool answered with an error: "Error executing tool search"; why$/,
    )
  })
})
