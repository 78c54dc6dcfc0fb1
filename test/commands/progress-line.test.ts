import { describe, expect, it } from 'vitest'
import { progressLine } from '../../src/commands/progress-line.ts'
import { portsAt } from '../pipeline/workspace.ts'

/** What is drawn for these moments: seconds, what, done, total. */
function drawn(moments: readonly (readonly [number, string, number, number])[], isTerminal = true): string[] {
  let time = 0
  const lines: string[] = []
  const ports = { ...portsAt('/'), isTerminal, now: () => time, stderr: (text: string) => void lines.push(text) }
  const line = progressLine(ports, false)
  for (const [seconds, what, done, total] of moments) {
    time = 1000 * seconds
    line.show(what, done, total)
  }
  return lines.map((text) => text.replace(/^[\s\S]*[█░] /u, ''))
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

  it('draws nothing where there is no terminal', () => {
    expect(drawn([[0, 'one', 1, 2]], false)).toEqual([])
  })
})
