import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load-config.ts'
import { parseSweep } from '../../src/config/sweep-grid.ts'
import { registries } from '../../src/registries.ts'

const BASE = `queries: q.jsonl
strategies:
  bm25: { type: bm25 }
  v1.2: { type: dense }
  both: { type: hybrid, of: [bm25, v1.2] }
`
const grid = (sweep: string, base = BASE) => parseSweep(`${base}sweep: ${sweep}\n`, 'gate.yml', registries)
const refusal = (sweep: string, base?: string): string => {
  try {
    grid(sweep, base)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

describe('the grid of a sweep', () => {
  it('has every combination, each a whole config, the last key varying fastest', () => {
    const { axes, settings } = grid('{ chunking.maxTokens: [128, 512], strategies.bm25.b: [0.3, 0.75] }')
    expect(axes.map(({ key }) => key)).toEqual(['chunking.maxTokens', 'strategies.bm25.b'])
    expect(settings.map(({ values }) => values)).toEqual([
      [128, 0.3],
      [128, 0.75],
      [512, 0.3],
      [512, 0.75],
    ])
    const { chunking, strategies } = settings[2]!.config
    expect(chunking).toEqual({ by: 'heading', maxTokens: 512, overlap: 32 })
    expect(strategies.bm25?.settings).toMatchObject({ b: 0.3, k1: 1.2 })
  })

  it('takes keys nested as well as with dots, and values that are lists', () => {
    const { axes, settings } = grid('{ strategies: { both: { weights: [[0.5, 0.5], [0.9, 0.1]] } } }')
    expect(axes[0]).toMatchObject({ key: 'strategies.both.weights', path: ['strategies', 'both', 'weights'] })
    expect(settings.map(({ config }) => config.strategies.both?.settings)).toMatchObject([
      { weights: [0.5, 0.5] },
      { weights: [0.9, 0.1] },
    ])
  })

  it('knows names with dots', () => {
    const { axes } = grid('{ strategies.v1.2.chunking.maxTokens: [64] }')
    expect(axes[0]?.path).toEqual(['strategies', 'v1.2', 'chunking', 'maxTokens'])
  })

  it('takes a key of the strategy that a config without strategies has', () => {
    const { settings } = grid('{ strategies.bm25.b: [0.3] }', 'queries: q.jsonl\n')
    expect(settings[0]?.config.strategies).toMatchObject({ bm25: { type: 'bm25', settings: { b: 0.3 } } })
  })

  it('sets one key of a mapping that an alias shares', () => {
    const base =
      'queries: q\nstrategies:\n  a: { type: bm25, fields: &f { path: 2 } }\n  b: { type: bm25, fields: *f }\n'
    const { settings } = grid('{ strategies.a.fields.path: [5] }', base)
    const { a, b } = settings[0]!.config.strategies
    expect([a?.settings, b?.settings]).toMatchObject([{ fields: { path: 5 } }, { fields: { path: 2 } }])
  })

  it('leaves the config that everything else reads as it would be without', () => {
    const text = `${BASE}sweep: { strategies.bm25.b: [0.3] }\n`
    expect(parseConfig(text, 'gate.yml', registries)).toEqual(parseConfig(BASE, 'gate.yml', registries))
  })
})

describe('a mistake in a sweep', () => {
  it('is shown where it stands, for every combination at once', () => {
    const mistakes = refusal(
      '{ chunking.maxTokens: [0, 128], strategies.bm25.bb: [1], strategies.bm25.b: [2, high] }',
    ).split('\n')
    expect(mistakes).toEqual([
      '4 mistakes in gate.yml:',
      '  gate.yml:6:31: `chunking.maxTokens` is out of range (expected: at least 1; found: the number 0)',
      expect.stringMatching(/^ {2}gate\.yml:6:40: unknown key `bb` in `strategies\.bm25` .*did you mean `b`\?\)$/),
      '  gate.yml:6:85: `strategies.bm25.b` is out of range (expected: at most 1; found: the number 2)',
      '  gate.yml:6:88: `strategies.bm25.b` has the wrong type (expected: a number; found: the text "high")',
    ])
  })

  it('of two keys that do not go together names the values', () => {
    expect(refusal('{ chunking.maxTokens: [64, 128], chunking.overlap: [16, 64] }')).toContain(
      'gate.yml:6:64: `chunking.overlap`: an overlap of 64 tokens leaves no room in chunks of at most 64',
    )
    expect(refusal('{ strategies.bm25.k1: [1, 2], chunking.maxTokens: [32] }')).toMatch(
      /^gate\.yml:6:59: .*an overlap of 32 tokens leaves no room .* \(with `chunking\.maxTokens: 32`\)$/,
    )
  })

  it('names what may vary', () => {
    expect(refusal('{ metrics: [[mrr]] }')).toContain(
      'gate.yml:6:10: `metrics` cannot be tried: only how documents are cut and found may vary',
    )
    expect(refusal('{ strategies.bm52.b: [0.3] }')).toMatch(/`strategies` has no `bm52`[\s\S]*did you mean `bm25`\?/)
    expect(refusal('{ chunking: [1] }')).toContain('`chunking` is a whole section')
    expect(refusal('{ strategies.both.of: [[bm25, bm26]] }')).toMatch(
      /^gate\.yml:6:38: there is no strategy `bm26`[\s\S]*did you mean `bm25`\?/,
    )
  })

  it('is a key that is set twice, or a value that is tried twice', () => {
    expect(refusal('{ strategies.bm25: [{ type: bm25 }], strategies: { bm25: { b: [0.3] } } }')).toContain(
      '`strategies.bm25.b` and `strategies.bm25` set the same thing',
    )
    expect(refusal('{ strategies.bm25.b: [0.3, 0.5, 0.3] }')).toContain(
      'gate.yml:6:40: `strategies.bm25.b` has the same value twice',
    )
  })

  it('is a key without values', () => {
    expect(refusal('{ strategies: { bm25: { b: [] } } }')).toContain('`strategies.bm25.b` has no values to try')
    expect(refusal('{ strategies.bm25.b: 0.3 }')).toContain('expected: a list or a mapping')
    expect(refusal('{}')).toContain('gate.yml: the config does not say what to try')
  })

  it('is a grid that is too large, before any of it is tried', () => {
    const values = Array.from({ length: 17 }, (_, index) => index / 20)
    expect(refusal(`{ strategies.bm25.b: [${values}], strategies.bm25.k1: [${values}] }`)).toBe(
      [
        'gate.yml:6:1: these are 289 combinations: 17 x 17',
        '  expected: at most 256',
        '  to do:    try some of the keys first, write the best values into the config, then try the others',
      ].join('\n'),
    )
  })
})
