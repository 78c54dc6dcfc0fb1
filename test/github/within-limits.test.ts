import { expect, it } from 'vitest'
import type { Log, Place } from '../../src/github/log.ts'
import { withinLimits } from '../../src/github/within-limits.ts'

it('hands on ten of each kind, and writes the others into the log, where they are no commands', () => {
  const said: [string, string, (Place | undefined)?][] = []
  const log: Log = {
    info: (message) => said.push(['info', message]),
    notice: (message, place) => said.push(['notice', message, place]),
    warning: (message, place) => said.push(['warning', message, place]),
    error: (message, place) => said.push(['error', message, place]),
  }
  const limited = withinLimits(log)
  const place = { title: 'Broke', file: 'a.md', startLine: 3 }
  for (let turn = 0; turn < 12; turn++) limited.warning(`::error::${turn}\n##[error]`, place)
  for (let turn = 0; turn < 10; turn++) limited.error('no')
  limited.notice('so')
  limited.info('fine')
  expect(said.filter(([kind]) => kind === 'warning')).toHaveLength(10)
  expect(said[0]).toEqual(['warning', '::error::0\n##[error]', place])
  expect(said.filter(([kind]) => kind === 'info')).toEqual([
    ['info', 'warning: Broke: ::error::10 # #[error] (a.md:3)'],
    ['info', 'warning: Broke: ::error::11 # #[error] (a.md:3)'],
    ['info', 'fine'],
  ])
  expect(said.filter(([kind]) => kind === 'error')).toHaveLength(10)
})
