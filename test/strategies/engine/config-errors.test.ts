import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../src/config/load-config.ts'
import { registries } from '../../../src/registries.ts'

/** What is said of a strategy, written from line 3 of a config on. */
function complaint(strategy: string): string {
  const text = `queries: q.jsonl\nstrategies:\n  mine:\n${strategy.replace(/^/gm, '    ')}\n`
  try {
    parseConfig(text, 'retrieval-gate.yml', registries)
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing'
}

const http = (more: string) =>
  complaint(`type: http\nurl: http://localhost:9200/_search\nbody: { q: "{{query}}" }\n${more}`)

describe('a mistake in the settings of an external strategy is told when the config is read', () => {
  it.each([
    [
      'an unknown placeholder',
      complaint('type: http\nurl: http://h/\nbody:\n  q: ["{{query}}", "{{top_k}}"]'),
      'retrieval-gate.yml:7:24: `strategies.mine.body.q[1]`: there is no placeholder `{{top_k}}` here: there are `{{query}}`, `{{k}}`, `{{vector}}`',
    ],
    [
      'an unknown filter',
      complaint('type: http\nurl: http://h/\nbody: { q: "{{query|grapql}}" }'),
      'retrieval-gate.yml:6:16: `strategies.mine.body.q`: there is no filter `grapql` here: there are `json`, `graphql`, `yql`, `sql`, `backticks`; did you mean `graphql`?',
    ],
    [
      'a secret outside of headers',
      complaint('type: http\nurl: http://h/?key={{env.KEY}}\nbody: { q: "{{query}}" }'),
      'retrieval-gate.yml:5:10: `strategies.mine.url`: `{{env.KEY}}` may stand in headers only',
    ],
    [
      'no question',
      complaint('type: http\nurl: http://h/\nbody: { k: "{{k}}" }'),
      'the question is nowhere in the request',
    ],
    [
      'an expression that is none',
      http('hits: { list: "hits[" }'),
      'retrieval-gate.yml:7:19: `strategies.mine.hits.list`: this is no JMESPath expression',
    ],
    [
      'a vector without an embedder',
      complaint('type: http\nurl: http://h/\nbody: { v: "{{vector}}" }'),
      '`{{vector}}` needs an `embedder`',
    ],
    ['an embedder that is not used', http('embedder: hashing'), 'there is no `{{vector}}` in the body'],
    [
      'an embedder that does not exist',
      complaint('type: http\nurl: http://h/\nembedder: mine2\nbody: { v: "{{vector}}" }'),
      'retrieval-gate.yml:6:15: there is no embedder `mine2`',
    ],
    [
      'an address that is none',
      complaint('type: http\nurl: localhost:9200\nbody: { q: "{{query}}" }'),
      'retrieval-gate.yml:5:10: `strategies.mine.url`: an address begins with `http://` or `https://`',
    ],
    [
      'credentials in an address',
      complaint('type: http\nurl: http://me:pass@h/\nbody: { q: "{{query}}" }'),
      'credentials belong into `headers`',
    ],
    [
      'a text that is no JSON',
      complaint(`type: http\nurl: http://h/\nbody: '{"q": {{query}}}'`),
      'this text is not JSON once its placeholders are filled',
    ],
    [
      'an unknown key',
      http('hits: { ids: _id }'),
      'retrieval-gate.yml:7:13: unknown key `ids` in `strategies.mine.hits`',
    ],
    ['neither a command nor an address', complaint('type: mcp'), 'give either `command` or `url`'],
    [
      'both',
      complaint('type: mcp\ncommand: [python3, serve.py]\nurl: http://h/mcp'),
      'give either `command` or `url`, not both',
    ],
    [
      'arguments without the question',
      complaint('type: mcp\ncommand: [python3, serve.py]\narguments: { n: "{{k}}" }'),
      'the question is nowhere in it: use `{{query}}`',
    ],
    [
      'a value in the place of a name',
      complaint('type: mcp\ncommand: [python3, serve.py]\nenv: ["KEY=abc"]'),
      'the name of an environment variable',
    ],
    [
      'headers for a program',
      complaint('type: mcp\ncommand: [python3, serve.py]\nheaders: { A: b }'),
      '`headers` go with `url`',
    ],
  ])('%s', (_, said, expected) => {
    expect(said).toContain(expected)
  })

  it('and a right one is taken', () => {
    expect(http('hits: { list: hits.hits }')).toBe('nothing')
    expect(complaint('type: http\nurl: http://h/{{query}}?n={{k}}')).toBe('nothing')
    expect(complaint('type: mcp\ncommand: [python3, serve.py]')).toBe('nothing')
  })
})
