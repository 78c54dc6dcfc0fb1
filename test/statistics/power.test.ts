import { describe, expect, it } from 'vitest'
import { questionsNeeded, smallestDropCaught } from '../../src/statistics/power.ts'
import { powerSentence } from '../../src/statistics/power-sentence.ts'

const rule = { maxDrop: 0.02, sd: 0.2, n: 100 }

describe('smallestDropCaught', () => {
  it('is maxDrop and 0.84 standard errors for an observed drop', () => {
    expect(smallestDropCaught({ ...rule, confidence: 'observed' })).toBeCloseTo(0.02 + 0.8416 * 0.02, 5)
  })

  it('is at least 2.80 standard errors where significance is required, and more in a family', () => {
    expect(smallestDropCaught({ ...rule, confidence: 'require' })).toBeCloseTo(2.8016 * 0.02, 5)
    expect(smallestDropCaught({ ...rule, n: 1e6, confidence: 'require' })).toBeCloseTo(0.02017, 5)
    expect(smallestDropCaught({ ...rule, confidence: 'require', adjusted: 5 })!).toBeGreaterThan(0.06)
  })

  it('is below maxDrop for a proof, and never below 0', () => {
    expect(smallestDropCaught({ ...rule, n: 10_000, confidence: 'prove-safe' })).toBeCloseTo(0.02 - 0.8032 * 0.002, 5)
    expect(smallestDropCaught({ ...rule, n: 10, confidence: 'prove-safe' })).toBe(0)
  })

  it('is unknown without a deviation', () => {
    expect(smallestDropCaught({ ...rule, sd: null, confidence: 'observed' })).toBeNull()
  })
})

describe('questionsNeeded', () => {
  it('undoes smallestDropCaught', () => {
    for (const confidence of ['observed', 'require'] as const) {
      const drop = smallestDropCaught({ ...rule, confidence })!
      expect(questionsNeeded({ ...rule, confidence, drop })).toBe(100)
    }
  })

  it('is where an unchanged system passes four times in five, for a proof', () => {
    expect(questionsNeeded({ ...rule, confidence: 'prove-safe', drop: 0 })).toBe(Math.ceil((2.4865 * 10) ** 2))
    expect(questionsNeeded({ ...rule, maxDrop: 0, confidence: 'prove-safe', drop: 0 })).toBeNull()
  })

  it('does not exist for a drop that the rule allows', () => {
    expect(questionsNeeded({ ...rule, confidence: 'observed', drop: 0.02 })).toBeNull()
  })
})

describe('powerSentence', () => {
  it('says what these questions catch and how many it takes to catch less', () => {
    expect(powerSentence({ maxDrop: 0.02, confidence: 'observed', n: 84, changed: 30, sd: 0.2287 })).toBe(
      'With these 84 questions this rule catches a drop of 0.041 four times in five. To catch 0.03 it needs about 370 questions.',
    )
  })

  it('asks for no more questions where these are enough', () => {
    expect(powerSentence({ maxDrop: 0.02, confidence: 'observed', n: 1000, changed: 30, sd: 0.1 })).toBe(
      'With these 1000 questions this rule catches a drop of 0.023 four times in five.',
    )
  })

  it('says nothing on a handful of changed questions', () => {
    const question = { maxDrop: 0.02, confidence: 'observed', n: 84, changed: 9, sd: 0.1 } as const
    expect(powerSentence(question)).toBe('not enough changed questions to say')
    expect(powerSentence({ ...question, changed: 10 })).toMatch(/^With these 84 questions/)
  })

  it('speaks of an unchanged system for a proof', () => {
    const proof = { maxDrop: 0.05, confidence: 'prove-safe', changed: 20, sd: 0.2 } as const
    expect(powerSentence({ ...proof, n: 50 })).toBe(
      'With these 50 questions this rule stops an unchanged system more than once in five. It passes an unchanged system four times in five from about 99 questions.',
    )
    expect(powerSentence({ ...proof, n: 100 })).toBe(
      'With these 100 questions this rule passes an unchanged system four times in five.',
    )
    expect(powerSentence({ ...proof, maxDrop: 0, n: 100 })).toMatch(/No number of questions/)
  })
})
