import { describe, expect, it } from 'vitest'
import { progressLine } from '../../src/commands/progress-line.ts'
import { portsAt } from '../pipeline/workspace.ts'

type Moment =
  | readonly [seconds: number, what: string, done: number, total: number]
  | readonly [seconds: number, why: string]

interface Watched {
  readonly isTerminal?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

/** What is written for these moments: of the third and fourth value progress, else a pause of two seconds. */
function written(moments: readonly Moment[], { isTerminal = true, ...flags }: Watched = {}): string[] {
  let time = 0
  const lines: string[] = []
  const ports = { ...portsAt('/'), isTerminal, now: () => time, stderr: (text: string) => void lines.push(text) }
  const line = progressLine(ports, flags)
  for (const [seconds, what, done, total] of moments) {
    time = 1000 * seconds
    if (done === undefined) line.pausing(what, 2000)
    else line.show(what, done, total!)
  }
  return lines
}

/** The same on a terminal, without the bar. */
function drawn(moments: readonly Moment[]): string[] {
  return written(moments).map((text) => text.replace(/^[\s\S]*[█░] /u, ''))
}

describe('the progress line', () => {
  it('says how long the rest takes once it has seen enough', () => {
    const moments = [0, 1, 5, 10, 100].map((seconds) => [seconds, 'dense', 10 * seconds, 1000] as const)
    expect(drawn(moments)).toEqual([
      'dense 0/1000',
      'dense 10/1000',
      'dense 50/1000, about 2 min left',
      'dense 100/1000, about 2 min left',
      'dense 1000/1000',
    ])
  })

  it('draws what begins at once, and nothing for what has nothing to do', () => {
    expect(
      drawn([
        [0, 'bm25', 9, 10],
        [0.01, 'bm25', 10, 10],
        [0.02, 'scoring', 0, 3],
        [0.03, 'scoring', 1, 3],
        [0.1, 'dense', 0, 0],
      ]),
    ).toEqual(['bm25 9/10', 'bm25 10/10', 'scoring 0/3'])
  })

  it('learns anew for everything that begins, and does not count what was there at its start', () => {
    expect(
      drawn([
        [0, 'one', 0, 10],
        [20, 'one', 9, 10],
        [21, 'two', 800, 1000],
        [31, 'two', 900, 1000],
      ]),
    ).toEqual(['one 0/10', 'one 9/10, about 3 s left', 'two 800/1000', 'two 900/1000, about 10 s left'])
  })

  it('says in its place why a model is asked again later', () => {
    expect(
      drawn([
        [0, 'dense', 3, 10],
        [1, '429 from api.host'],
        [1.01, 'dense', 4, 10],
        [3, 'dense', 5, 10],
      ]),
    ).toEqual(['dense 3/10', 'dense 3/10, waiting 2 s: 429 from api.host', 'dense 5/10, about 8 s left'])
    const [, long] = written([
      [0, 'dense', 3, 10],
      [1, 'x'.repeat(200)],
    ])
    expect(long!.slice('\r\u001b[K'.length)).toMatch(/^[█░]{24} dense 3\/10, waiting 2 s: \.\.\.$/)
  })
})

describe('without a terminal', () => {
  const log = (moments: readonly Moment[], flags: Watched = {}) => written(moments, { isTerminal: false, ...flags })
  const long = Array.from({ length: 61 }, (_, second) => [second, 'dense', 10 * second, 1000] as const)

  it('nothing is said about work that is soon done', () => {
    expect(log([...long.slice(0, 15), [14.9, 'scoring', 3, 3]])).toEqual([])
  })

  it('there is a plain line now and then about work that takes longer: stage, share, and what is left', () => {
    expect(log(long)).toEqual([
      'dense: 150 of 1000 (15 %), about 85 s left\n',
      'dense: 300 of 1000 (30 %), about 70 s left\n',
      'dense: 450 of 1000 (45 %), about 55 s left\n',
      'dense: 600 of 1000 (60 %), about 40 s left\n',
    ])
  })

  it('pauses are said at once, and of many one in five seconds', () => {
    const pauses = [0, 1, 4.9, 5, 6, 11].map((seconds) => [seconds, `429 from host-${seconds}`] as const)
    expect(log(pauses)).toEqual([0, 5, 11].map((seconds) => `waiting 2 s: 429 from host-${seconds}\n`))
  })

  it('nothing is said beside JSON, or where silence was asked for', () => {
    const both: readonly Moment[] = [...long, [70, '429 from host']]
    expect([log(both, { json: true }), log(both, { quiet: true }), written(both, { quiet: true })]).toEqual([
      [],
      [],
      [],
    ])
  })
})
