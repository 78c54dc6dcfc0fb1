import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FEWEST_CHANGED_FOR_INTERVAL, FEWEST_CHANGED_FOR_P } from '../../src/statistics/interval-limits.ts'

const page = readFileSync(new URL('../../docs/calibration.md', import.meta.url), 'utf8').replaceAll('\n', ' ')

/** The numbers of the sentence that matches. */
function figures(sentence: RegExp): number[] {
  const found = sentence.exec(page)
  expect(found, String(sentence)).not.toBeNull()
  return found!.slice(1).map(Number)
}

describe('docs/calibration.md', () => {
  it('rests on at least 10,000 trials a figure', () => {
    const [thousands] = figures(/(\d+),000 trials a figure/)
    expect(thousands).toBeGreaterThanOrEqual(10)
  })

  it('shows BCa between 93 and 97 % for scores from 50 questions on', () => {
    const [least, most] = figures(/From n = 50 on it is between ([\d.]+) and ([\d.]+) %/)
    expect(least).toBeGreaterThanOrEqual(93)
    expect(most).toBeLessThanOrEqual(97)
  })

  it('supports the fewest changed questions for an interval', () => {
    const [graded, binary] = figures(/Both hold from m = (\d+) on for graded scores and from m = (\d+) on for yes\/no/)
    expect(graded).toBeLessThanOrEqual(FEWEST_CHANGED_FOR_INTERVAL)
    expect(binary).toBeLessThanOrEqual(FEWEST_CHANGED_FOR_INTERVAL)
  })

  it('shows a permutation test that keeps its level', () => {
    const [most, least] = figures(/Never above ([\d.]+) %; for graded scores at least ([\d.]+) %/)
    expect(most).toBeLessThanOrEqual(6)
    expect(least).toBeGreaterThanOrEqual(4)
    expect(figures(/Up to m = (\d) there is no p below 0.05/)).toEqual([FEWEST_CHANGED_FOR_P - 1])
  })

  it('shows power within 5 points of what was seen wherever 20 questions change', () => {
    const [, table] = /questions are expected to change:(.*?)The prediction takes/.exec(page)!
    const gaps = [...table!.matchAll(/ (\d+\.\d) \|/g)].map(([, gap]) => Number(gap))
    expect(gaps.length).toBeGreaterThanOrEqual(9)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5)
  })
})
