/**
 * 10,000 bootstrap resamples of 1,000 paired differences, in CPU time per metric, within one run: ours with one draw for
 * eight metrics and for one; scipy.stats.bootstrap; and simple-statistics' sampling. Run with
 * `npx tsx bench/statistics.bench.ts`; scipy joins where a `python3` has it (`apt-get install -y python3-scipy`; PYTHON
 * names another).
 */
import { spawnSync } from 'node:child_process'
import { mean, sampleWithReplacement } from 'simple-statistics'
import { estimateMean, estimateMeans } from '../src/statistics/estimate-mean.ts'
import { Random } from '../src/statistics/random.ts'
import { interleaved, printMedians } from './medians.ts'

const N = 1000
const RESAMPLES = 10_000
const METRICS = 8
const ROUNDS = 7

const random = new Random('bench')
const columns = new Map(
  Array.from({ length: METRICS }, (_, metric) => [
    `metric ${metric}`,
    Array.from({ length: N }, () => (random.unit() < 0.3 ? random.unit() - 0.5 : 0)),
  ]),
)
const differences = columns.get('metric 0')!

const SCIPY = `
import json, sys, time
import numpy as np
from scipy.stats import bootstrap
d = np.array(json.load(sys.stdin))
times = {}
for method, batch in [('percentile', None), ('percentile', 100), ('BCa', 100)]:
    spent = []
    for _ in range(${ROUNDS}):
        start = time.process_time()
        bootstrap((d,), np.mean, n_resamples=${RESAMPLES}, method=method, batch=batch)
        spent.append(1000 * (time.process_time() - start))
    times[f'scipy.stats.bootstrap {method}, batch {batch}'] = spent
print(json.dumps(times))
`

function scipyTimes(): Map<string, number[]> {
  const python = process.env.PYTHON ?? '/usr/bin/python3'
  const { stdout, status } = spawnSync(python, ['-c', SCIPY], { input: JSON.stringify(differences), encoding: 'utf8' })
  if (status === 0) return new Map(Object.entries(JSON.parse(stdout) as Record<string, number[]>))
  console.log(`no scipy in ${python}: left out`)
  return new Map()
}

function simpleStatistics(): number[] {
  const means: number[] = []
  const source = () => random.unit()
  for (let i = 0; i < RESAMPLES; i++) means.push(mean(sampleWithReplacement(differences, N, source)))
  return means
}

const options = { seed: 'bench', resamples: RESAMPLES } as const
const scipyBefore = scipyTimes()
const times = interleaved(
  {
    'ours, BCa, 8 metrics from one draw': () => estimateMeans(columns, options),
    'ours, percentile, one metric': () => estimateMean(differences, { ...options, method: 'percentile' }),
    'ours, BCa, one metric': () => estimateMean(differences, options),
    'simple-statistics, means only': simpleStatistics,
  },
  ROUNDS,
)
const [first, all] = [...times][0]!
const perMetric = new Map([[`${first}, a metric`, all.map((time) => time / METRICS)]])
for (const [name, own] of [...times].slice(1)) perMetric.set(name, own)
for (const [name, own] of scipyTimes()) perMetric.set(name, [...(scipyBefore.get(name) ?? []), ...own])
printMedians(perMetric)
