import { expect, it } from 'vitest'
import { outputsOf } from '../../src/github/outputs.ts'
import { failingOutcome } from '../support/github/failing-outcome.ts'

const NOTHING = { artifactId: null, artifactUrl: null, commentUrl: null }

it('gives every output, the empty text where there is nothing to say', () => {
  expect(outputsOf(failingOutcome(['Q"1', 'Q2']), '/out/report.json', NOTHING)).toEqual({
    verdict: 'fail',
    delta: '',
    'failing-queries': '["Q\\"1","Q2"]',
    'report-path': '/out/report.json',
    'artifact-id': '',
    'artifact-url': '',
    'comment-url': '',
  })
})

it('keeps the worst queries of a list that is too long, and a whole array', () => {
  const broke = Array.from({ length: 50_000 }, (_, index) => `问题-${index}`)
  const text = outputsOf(failingOutcome(broke), '', NOTHING)['failing-queries'] ?? ''
  const kept = JSON.parse(text)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100_000)
  expect(kept.length).toBeGreaterThan(4000)
  expect(kept).toEqual(broke.slice(0, kept.length))
})
