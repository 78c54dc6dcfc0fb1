import { expect, it } from 'vitest'
import { engineLatency } from '../../src/baseline/engine-latency.ts'
import { parseMetric } from '../../src/metrics/parse-metric.ts'
import { Draws } from '../../src/statistics/draws.ts'

it('summarises what an engine says it took, beside the latency measured here; nothing where it says nothing', () => {
  const rankings = new Map(Array.from({ length: 21 }, (_, at) => [`q${at}`, { hits: [], engineTime: at }]))
  const metrics = [parseMetric('latency-p50')]
  const estimates = engineLatency({ rankings, errors: new Map() }, metrics, new Draws('seed'))
  expect(estimates['engine-latency-p50']).toMatchObject({ point: 10, n: 21 })
  const silent = new Map([...rankings.keys()].map((id) => [id, { hits: [] }]))
  expect(engineLatency({ rankings: silent, errors: new Map() }, metrics, new Draws('seed'))).toEqual({})
})
