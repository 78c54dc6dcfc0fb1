import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderHeader, renderJson, renderUrl, renderValue } from '../../../src/strategies/engine/template/render.ts'

const values = { query: 'a "b" c', k: 7, vector: [0.5, -1] }

describe('a template', () => {
  it('keeps the type of a placeholder that is all of a text', () => {
    const template = {
      v: ['{{vector}}'],
      k: '{{ k }}',
      q: '{{query}}',
      mixed: 'top {{k}} of {{query}}',
      n: 3,
      none: null,
    }
    expect(renderValue(template, values)).toEqual({
      v: [[0.5, -1]],
      k: 7,
      q: 'a "b" c',
      mixed: 'top 7 of a "b" c',
      n: 3,
      none: null,
    })
  })

  it('is escaped in the text of JSON, where a quoted number or list loses its quotes', () => {
    const template = '{"v": "{{vector}}", "k": "{{k}}", "size": {{k}}, "q": "say {{query}}", "sql": "[{{vector}}]"}'
    expect(JSON.parse(renderJson(template, values))).toEqual({
      v: [0.5, -1],
      k: 7,
      size: 7,
      q: 'say a "b" c',
      sql: '[[0.5,-1]]',
    })
  })

  it('brings any question through JSON, through a language inside of it, and through an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const given = { query, k: 1 }
        expect(JSON.parse(renderJson('{"q": "{{query}}"}', given))).toEqual({ q: query })
        const nested = JSON.parse(renderJson('{"q": "find(\\"{{query|graphql}}\\")"}', given)) as { q: string }
        expect(JSON.parse(nested.q.slice('find('.length, -1))).toBe(query)
        const alone = renderValue('find("{{query|yql}}")', given) as string
        expect(JSON.parse(alone.slice('find('.length, -1))).toBe(query)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (query) => {
        const url = new URL(renderUrl('http://host/search/{{query}}?q={{query}}&k={{k}}', { query, k: 1 }))
        expect(url.searchParams.get('q')).toBe(query)
        expect(url.searchParams.get('k')).toBe('1')
      }),
    )
  })

  it('never replaces what a question says in placeholders of its own', () => {
    expect(renderValue('{{query}}!', { query: '{{k}} $& {{env.KEY}}', k: 1 })).toBe('{{k}} $& {{env.KEY}}!')
    expect(renderJson('{"q": "{{query}}"}', { query: '"{{k}}"', k: 1 })).toBe('{"q": "\\"{{k}}\\""}')
  })

  it('takes secrets in headers', () => {
    expect(renderHeader('Bearer {{env.KEY}}', (name) => `<${name}>`)).toBe('Bearer <KEY>')
  })
})
