import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { runPipeline } from '../../src/pipeline.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import type { JsonServer } from '../support/model-server/json-server.ts'
import { openAiServer } from '../support/model-server/openai-server.ts'
import { documents, portsAt, questions } from './workspace.ts'

const COUNT = 20

let server: (JsonServer & { readonly baseUrl: string }) | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const configOf = (baseUrl: string, model: string) => `documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies: { dense: { type: dense, embedder: small } }
embedders: { small: { type: openai-compatible, model: ${model}, baseUrl: "${baseUrl}", retries: 0 } }
`

describe('a base whose model refuses', () => {
  it('does not keep the head from being evaluated, where it was only to stand in for a report', async () => {
    server = await openAiServer({
      embed: async (texts) =>
        texts.map((text) => Array.from({ length: 8 }, (_, at) => text.charCodeAt(at % text.length))),
    })
    const folder = temporaryFolder()
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args])
    write(folder, {
      ...documents(COUNT),
      'questions.jsonl': questions(COUNT),
      // Nothing there answers: status 404.
      'retrieval-gate.yml': configOf(`${server.url}/gone`, 'old'),
    })
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-q', '-m', 'base')
    write(folder, { 'retrieval-gate.yml': configOf(server.baseUrl, 'new') })
    const instead = async () => ({ none: 'no report yet', recompute: { revision: 'HEAD' } })
    const options = { timing: false, cache: false, baseline: 'auto', baselineProvider: instead } as const
    const { report, baselineNote } = await runPipeline(options, { ...portsAt(folder), fetch })
    expect(baselineNote).toMatch(/^no report yet; nor can the base be evaluated here: .*small.*404/)
    expect(Object.keys(report.strategies.dense!.rankings)).toHaveLength(COUNT)
    expect(report.canaries?.map(({ model }) => model)).toEqual([expect.stringContaining('openai-compatible/new')])
    expect(report.warnings).toEqual([])
  })
})
