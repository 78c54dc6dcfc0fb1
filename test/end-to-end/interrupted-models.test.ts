import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { documents, questions } from '../pipeline/workspace.ts'
import type { JsonServer } from '../support/model-server/json-server.ts'
import { openAiServer } from '../support/model-server/openai-server.ts'
import { repository } from '../support/repository-files.ts'

let server: (JsonServer & { readonly baseUrl: string }) | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** What a run says that gets so many answers, then none, and is then interrupted; and whether it left a report. */
async function interrupted(signal: NodeJS.Signals, answers: number) {
  let isSilent = (): void => {}
  const silent = new Promise<void>((resolve) => {
    isSilent = resolve
  })
  server = await openAiServer({
    embed: async (texts) => texts.map((text) => [text.length, 1]),
    fault: (n) => {
      if (n < answers) return undefined
      isSilent()
      return 'silence'
    },
  })
  const folder = temporaryFolder()
  write(folder, {
    ...documents(6),
    'questions.jsonl': questions(6),
    'retrieval-gate.yml': `documents: { include: ["docs/**"] }
queries: questions.jsonl
embedders: { small: { type: openai-compatible, model: m, baseUrl: "${server.baseUrl}", batch: 2, concurrency: 1 } }
strategies: { dense: { type: dense, embedder: small } }
`,
  })
  const loader = join(repository, 'node_modules/tsx/dist/loader.mjs')
  const program = join(repository, 'src/cli.ts')
  const run = spawn(process.execPath, ['--import', loader, program, 'run', '--no-cache'], { cwd: folder })
  const said: Buffer[] = []
  run.stderr.on('data', (data) => said.push(data))
  const closed = once(run, 'close')
  await silent
  run.kill(signal)
  const [code] = await closed
  const hasReport = existsSync(join(folder, 'retrieval-gate-report/report.json'))
  return { code, stderr: Buffer.concat(said).toString(), hasReport }
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s after some answers says that they are kept',
  async (signal) => {
    expect(await interrupted(signal, 2)).toEqual({
      code: 2,
      stderr:
        'interrupted; no report was written\n' +
        '  to do:    run it again: what models have answered is in the model store, and the next run goes on from there\n',
      hasReport: false,
    })
  },
  60_000,
)

it('before the first answer there is nothing to say of them', async () => {
  expect((await interrupted('SIGINT', 0)).stderr).toBe('interrupted; no report was written\n')
}, 60_000)
