import { expect, it } from 'vitest'
import { knowledgeRoot } from '../../src/github/knowledge-root.ts'

it.each([
  ['.', undefined, ''],
  ['./', 'retrieval-gate.yml', ''],
  ['sub', undefined, 'sub/'],
  ['./sub/', 'gates/docs.yml', 'sub/gates/'],
  ['sub\\deep', 'gates\\docs.yml', 'sub/deep/gates/'],
  ['sub', '../docs.yml', ''],
])('is the folder of the config: %s, %s', (folder, config, root) => {
  expect(knowledgeRoot({ 'working-directory': folder, ...(config !== undefined && { config }) })).toBe(root)
})
