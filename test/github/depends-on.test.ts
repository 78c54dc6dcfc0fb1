import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load-config.ts'
import { dependsOn, dependsOnLink } from '../../src/github/depends-on.ts'
import { registries } from '../../src/registries.ts'

const CONFIG = `documents: { include: ["docs/**/*.md"] }
queries: data/questions.jsonl
watch: ["server/**"]
strategies:
  local: { type: dense, embedder: own }
  hub: { type: dense, embedder: hub }
  web: { type: http, url: "http://localhost?q={{query}}", hits: { mapping: data/ids.csv } }
  reranked: { type: rerank, of: local, reranker: own }
embedders:
  own: { type: onnx, model: ./models/small/ }
  hub: { type: onnx, model: owner/name, revision: ${'a'.repeat(40)} }
rerankers:
  own: { type: onnx, model: ../common/cross }
`

const dependence = (root: string) => ({
  config: parseConfig(CONFIG, 'retrieval-gate.yml', registries),
  root,
  configName: 'retrieval-gate.yml',
  workflow: 'gate.yml',
})

describe('an evaluation', () => {
  it.each([
    'kb/docs/a/b.md',
    'kb/data/questions.jsonl',
    'kb/data/questions.metadata.json',
    'kb/data/ids.csv',
    'kb/retrieval-gate.yml',
    '.github/workflows/gate.yml',
    'kb/server/index.ts',
    'kb/deep/.gitignore',
  ])('depends on documents, questions, configuration and what is watched: %s', (path) => {
    expect(dependsOn(dependence('kb/'))(path)).toBe(true)
  })

  it.each(['kb/models/small/onnx/model.onnx', 'common/cross/tokenizer.json', 'kb/.retrieval-gate/models/a/b.records'])(
    'depends on a model that lies in the repository, and on what models answered: %s',
    (path) => {
      expect(dependsOn(dependence('kb/'))(path)).toBe(true)
    },
  )

  it.each(['docs/a.md', 'kb/docs/a.txt', 'kb/models/smaller/model.onnx', 'kb/owner/name/model.onnx', 'kb/auto/a.ts'])(
    'does not depend on %s',
    (path) => {
      expect(dependsOn(dependence('kb/'))(path)).toBe(false)
    },
  )

  it.each(['docs/link.md', 'data', 'data/questions.jsonl', 'models', 'models/small', 'server/link.ts'])(
    'depends on what a link leads to: %s',
    (path) => {
      expect(dependsOnLink(dependence(''))(path)).toBe(true)
    },
  )

  it('does not depend on links to anything else', () => {
    expect(['CLAUDE.md', 'docs/link.txt', 'dat', 'node_modules'].filter(dependsOnLink(dependence('')))).toEqual([])
  })
})
