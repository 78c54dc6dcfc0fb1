import { describe, expect, it } from 'vitest'
import { applyOverrides } from '../../src/config/apply-overrides.ts'
import { parseConfig } from '../../src/config/load-config.ts'
import { registries } from './fake-registries.ts'

const config = parseConfig(
  `queries: q
gate:
  - { metric: ndcg@10, maxDrop: 0.02 }
  - { metric: ndcg@10, min: 0.5 }
  - { metric: mrr, maxDrop: 0.1 }`,
  'retrieval-gate.yml',
  registries,
)

describe('applyOverrides', () => {
  it('leaves the config as it is without overrides', () => {
    expect(applyOverrides(config, {})).toEqual(config)
  })

  it('puts the threshold into the ndcg@10 rules that limit a drop, and into no other', () => {
    const { gate } = applyOverrides(config, { threshold: 0.05 })
    expect(gate.map(({ maxDrop }) => maxDrop)).toEqual([{ absolute: 0.05 }, undefined, { absolute: 0.1 }])
  })

  it('replaces baseline, output folder, seed and split', () => {
    const given = { baseline: 'none', out: 'here', seed: '1', split: 'test' } as const
    const { baseline, output, seed, split } = applyOverrides(config, given)
    expect({ baseline, output, seed, split }).toEqual({ baseline: 'none', output: 'here', seed: '1', split: 'test' })
  })

  it('stays frozen', () => {
    expect(Object.isFrozen(applyOverrides(config, { threshold: 0 }).gate[0])).toBe(true)
  })

  it.each([Number.NaN, -0.1, 1, 2])('refuses the threshold %d', (threshold) => {
    expect(() => applyOverrides(config, { threshold })).toThrow('the threshold is not a drop of ndcg@10')
  })

  it('says so where no rule takes the threshold', () => {
    const other = parseConfig('queries: q\ngate: [{ metric: mrr, maxDrop: 0.1 }]', 'c.yml', registries)
    expect(() => applyOverrides(other, { threshold: 0.1 })).toThrow('no rule of the config takes the threshold')
  })
})
