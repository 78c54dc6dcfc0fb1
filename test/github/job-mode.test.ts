import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { jobMode } from '../../src/github/job-mode.ts'

const TRUSTED = ['push', 'pull_request', 'merge_group', 'schedule', 'workflow_dispatch']
const UNTRUSTED = ['workflow_run', 'pull_request_target']

describe('the mode of a job', () => {
  it.each(TRUSTED)('on %s, auto compares where there is something to compare with', (event) => {
    expect(jobMode('auto', event)).toBe('compare')
    expect(jobMode('evaluate', event)).toBe('evaluate')
    expect(jobMode('merge', event)).toBe('merge')
  })

  it.each(TRUSTED)('on %s, comment is refused: it would be a gate that never closes', (event) => {
    expect(() => jobMode('comment', event)).toThrow(UserError)
    expect(() => jobMode('comment', event)).toThrow(/workflow_run/)
  })

  it.each(UNTRUSTED)('on %s, only comment runs', (event) => {
    expect(jobMode('comment', event)).toBe('comment')
    for (const mode of ['auto', 'evaluate', 'merge'] as const)
      expect(() => jobMode(mode, event)).toThrow(/use `on: pull_request`/)
  })
})
