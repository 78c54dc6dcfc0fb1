import { describe, expect, it } from 'vitest'
import {
  aboutMoney,
  count,
  difference,
  differenceInterval,
  milliseconds,
  money,
  percent,
  score,
  scoreInterval,
  toldApart,
} from '../src/numbers.ts'

describe('numbers in reports', () => {
  it('prints scores with three decimals and nothing as n/a', () => {
    expect([0.8124, 1, 0, -0.0001, null, undefined].map(score)).toEqual([
      '0.812',
      '1.000',
      '0.000',
      '0.000',
      'n/a',
      'n/a',
    ])
  })

  it('prints differences with a sign, a real minus and no percentage', () => {
    expect([-0.043, 0.008, 0, -0.0002, 0.00001, null].map(difference)).toEqual([
      '−0.043',
      '+0.008',
      '0',
      '−0.0002',
      '+0.000',
      'n/a',
    ])
  })

  it('prints an interval or the sentence that stands in its place', () => {
    expect(differenceInterval({ lower: -0.068, upper: 0.008, level: 0.95, method: 'x' })).toBe('−0.068 … +0.008')
    expect(differenceInterval({ none: 'no question changed' })).toBe('no question changed')
    expect(differenceInterval(undefined)).toBe('n/a')
    expect(scoreInterval({ lower: 0.5, upper: 1 })).toBe('0.500 … 1.000')
    expect(scoreInterval({ lower: null, upper: 1 })).toBe('n/a')
  })

  it('prints durations, shares and counts', () => {
    expect([14.04, 3, null].map(milliseconds)).toEqual(['14 ms', '3.0 ms', 'n/a'])
    expect([0, 0.049, 0.05].map(milliseconds)).toEqual(['0.0 ms', '<0.1 ms', '0.1 ms'])
    expect([0.95, 0.975, 1, null].map(percent)).toEqual(['95 %', '97.5 %', '100 %', 'n/a'])
    expect([count(1, 'question'), count(0, 'question')]).toEqual(['1 question', '0 questions'])
  })

  it('prints money: nothing is 0, and a little is not nothing', () => {
    expect([0, 0.000_04, 0.0001, 0.5, 12.345].map(money)).toEqual(['0', '< 0.0001', '0.0001', '0.5000', '12.35'])
    expect([0, 0.000_04, 0.5].map(aboutMoney)).toEqual(['0', 'less than 0.0001', 'about 0.5000'])
  })

  it('tells two amounts apart, with three decimals where that is enough', () => {
    expect(toldApart(0.043, 0.02)).toEqual(['0.043', '0.020'])
    expect(toldApart(0.0204, 0.02)).toEqual(['0.0204', '0.0200'])
    expect(toldApart(0.02, 0.02)).toEqual(['0.020', '0.020'])
    expect(toldApart(0.020_000_04, 0.02)).toEqual(['0.020000', '0.020000'])
  })
})
