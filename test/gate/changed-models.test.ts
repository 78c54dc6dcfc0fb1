import { describe, expect, it } from 'vitest'
import { changedModels } from '../../src/gate/changed-models.ts'
import { type Canary, canaryOf } from '../../src/models/canary.ts'
import { reportOf } from '../support/outcome-report.ts'

const vectors = (angle: number) => [Float32Array.of(Math.cos(angle), Math.sin(angle)), Float32Array.of(0, 1)]
const notesOf = (now: Canary[] | undefined, before: Canary[] | undefined) => {
  const report = reportOf(3)
  const head = now === undefined ? report : { ...report, canaries: now }
  return changedModels({ head, base: before === undefined ? report : { ...report, canaries: before } })
}

describe('a model that is another one under the same name', () => {
  const known = canaryOf('openai/small', vectors(0))

  it('is noted by the text that tells them apart most, with what to do', () => {
    const turned = canaryOf('openai/small', vectors(0.5))
    const [note, ...others] = notesOf([turned], [known])
    expect(note).toMatch(
      /^The model behind `openai\/small` has changed since the baseline \(cosine 0\.87\d\): what changed may come from it, and not from this change\. `baseline: recompute` evaluates the base with the model of today, once the folder of that model in the model store is deleted: until then both sides take what is stored\.$/,
    )
    expect(others).toEqual([])
  })

  it('is not noted where it is the same, has another name, or was not looked at', () => {
    expect(notesOf([known], [known])).toEqual([])
    expect(notesOf([canaryOf('openai/large', vectors(1))], [known])).toEqual([])
    expect(notesOf([known], undefined)).toEqual([])
    expect(notesOf(undefined, [known])).toEqual([])
  })
})
