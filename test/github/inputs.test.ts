import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inputsSchema, readInputs } from '../../src/github/inputs.ts'

describe('readInputs', () => {
  it('has a default for everything that is left out or empty', () => {
    expect(readInputs({ INPUT_THRESHOLD: '', INPUT_CONFIG: '  ' })).toEqual({
      mode: 'auto',
      comment: 'always',
      'fail-on-regression': true,
      cache: true,
      offline: false,
      'working-directory': '.',
    })
  })

  it('reads what a workflow writes', () => {
    const env = {
      INPUT_THRESHOLD: '0.05',
      'INPUT_FAIL-ON-REGRESSION': 'False',
      'INPUT_RETENTION-DAYS': '30',
      'INPUT_ARTIFACT-NAME': 'my docs',
      INPUT_COMMENT: 'changes',
    }
    expect(readInputs(env)).toMatchObject({
      threshold: 0.05,
      'fail-on-regression': false,
      'retention-days': 30,
      'artifact-name': 'my docs',
      comment: 'changes',
    })
  })

  it.each([
    ['FAIL-ON-REGRESSION', 'ture', 'true or false'],
    ['FAIL-ON-REGRESSION', '0', 'true or false'],
    ['THRESHOLD', '0,02', 'a number from 0 to 1'],
    ['THRESHOLD', '2', 'a number from 0 to 1'],
    ['THRESHOLD', '-0.02', 'a number from 0 to 1'],
    ['THRESHOLD', '0x1', 'a number from 0 to 1'],
    ['RETENTION-DAYS', '1.5', 'whole number of days'],
    ['RETENTION-DAYS', '0', 'whole number of days'],
    ['COMMENT', 'true', 'always, changes, failure or never'],
    ['MODE', 'compare', 'auto, evaluate, comment or merge'],
    ['ARTIFACT-NAME', 'a/b', 'without'],
  ])('refuses %s: %s, and says what it takes', (name, value, expected) => {
    const read = () => readInputs({ [`INPUT_${name}`]: value })
    expect(read).toThrow(expected)
    expect(read).toThrow(`${name.toLowerCase()}: ${JSON.stringify(value)}`)
  })

  it('names every input that is wrong at once', () => {
    expect(() => readInputs({ INPUT_MODE: 'x', INPUT_COMMENT: 'y' })).toThrow(/mode.*comment/)
  })
})

describe('action.yml', () => {
  const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'))

  it('lists exactly the inputs that are read', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(inputsSchema.shape))
  })

  it('has the defaults that are read', () => {
    const given = Object.entries(action.inputs as Record<string, { default?: string }>).flatMap(([name, input]) =>
      input.default === undefined || name === 'github-token' ? [] : [[`INPUT_${name.toUpperCase()}`, input.default]],
    )
    expect(readInputs(Object.fromEntries(given))).toEqual(readInputs({}))
  })

  it('describes everything in one sentence, and fits the Marketplace', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.js' })
    expect(action.description.length).toBeLessThan(125)
    for (const { description } of [
      ...Object.values<{ description: string }>(action.inputs),
      ...Object.values<{ description: string }>(action.outputs),
    ]) {
      expect(description).toMatch(/\.$/)
    }
  })
})
