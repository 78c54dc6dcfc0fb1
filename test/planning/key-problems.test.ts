import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load-config.ts'
import { keylessModels, keysError } from '../../src/planning/key-problems.ts'
import { registries } from '../../src/registries.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { portsAt } from '../pipeline/workspace.ts'

const REVISION = 'a'.repeat(40)

/** The models that lack something, with what is said of it. */
function lacking(entry: string, env: Record<string, string> = {}, root = temporaryFolder()): string[] {
  const text = `queries: q.jsonl
strategies: { dense: { type: dense, embedder: mine } }
embedders: { mine: ${entry}, unused: { type: openai, model: m } }
`
  const config = parseConfig(text, 'retrieval-gate.yml', registries)
  const models = keylessModels({ config, root }, { ...portsAt(root), env })
  return models.map(({ section, name, explanation }) => `${section}.${name}: ${explanation.what}`)
}

const isNotSet = (variable: string) => `embedders.mine: the environment variable ${variable} is not set`

describe('the models that cannot be asked', () => {
  it.each([
    ['{ type: openai, model: m }', ['OPENAI_API_KEY']],
    ['{ type: openai, model: m, apiKeyEnv: MINE }', ['MINE']],
    ['{ type: cohere, model: m }', ['COHERE_API_KEY']],
    ['{ type: voyage, model: m }', ['VOYAGE_API_KEY']],
    ['{ type: google, model: m }', ['GOOGLE_GENERATIVE_AI_API_KEY']],
    ['{ type: bedrock, model: m, region: r }', ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']],
    ['{ type: bedrock, model: m, region: r, apiKeyEnv: MINE }', ['MINE']],
    ['{ type: openai-compatible, model: m, baseUrl: "http://localhost/v1" }', []],
    [`{ type: onnx, model: owner/name, revision: ${REVISION} }`, []],
    [`{ type: model2vec, model: owner/name, revision: ${REVISION}, tokenEnv: HUB }`, ['HUB']],
  ])('are those whose variables are not set: %s', (entry, variables) => {
    expect(lacking(entry)).toEqual(variables.map(isNotSet))
    expect(lacking(entry, Object.fromEntries(variables.map((name) => [name, 'a-secret'])))).toEqual([])
  })

  it('are not those of the hub that were downloaded: the token is not asked for', () => {
    const root = temporaryFolder()
    const entry = `{ type: onnx, model: owner/name, revision: ${REVISION}, tokenEnv: HUB }`
    expect(lacking(entry, {}, root)).toEqual([isNotSet('HUB')])
    mkdirSync(join(root, '.retrieval-gate/models/hub/owner--name', REVISION), { recursive: true })
    expect(lacking(entry, {}, root)).toEqual([])
  })

  it('are those of which a key stands where its name belongs, which is not repeated', () => {
    expect(lacking('{ type: openai, model: m, apiKeyEnv: hf_a1B2c3D4e5F6g7H8 }')).toEqual([
      'embedders.mine: a model wants the name of an environment variable, and the config has something else there',
    ])
  })
})

describe('keys that are missing', () => {
  const problem = (line: number, variable: string) => ({
    ...{ file: 'retrieval-gate.yml', line, column: 3, what: `the environment variable ${variable} is not set` },
    hint: 'set it for this command',
  })

  it('are counted by variable: one may be the key of several models', () => {
    const { message } = keysError([problem(7, 'KEY'), problem(9, 'KEY')])
    expect(message).toMatch(/^2 models lack their key:\n.*:7:3: .*\n.*:9:3: .*\n {2}to do: {4}set it for this command$/)
  })

  it('are to be set each where they are several', () => {
    const { message } = keysError([problem(7, 'KEY'), problem(9, 'OTHER')])
    expect(message).toMatch(/^2 keys are missing:\n.*:7:3: .*\n.*:9:3: .*\n {2}to do: {4}set each for this command$/)
  })
})
