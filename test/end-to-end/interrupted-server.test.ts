import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { documents, questions } from '../pipeline/workspace.ts'
import { repository } from '../support/repository-files.ts'

/** Says its number, then never answers a question. */
const SERVER = `import { writeFileSync } from 'node:fs'
writeFileSync('pid', String(process.pid))
await import(${JSON.stringify(join(repository, 'test/support/engines/faulty-server.mjs'))})
`

const CONFIG = `documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies:
  mine: { type: mcp, command: [${process.execPath}, server.mjs, never] }
`

/** What another process writes into a file, as soon as it is there. */
async function numberIn(path: string): Promise<number> {
  const changes = watch(dirname(path))
  const written = () => (existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0)
  if (written() === 0) for await (const _ of changes) if (written() > 0) break
  return written()
}

it('ends the server of an interrupted run, and writes no report', async () => {
  const folder = temporaryFolder()
  write(folder, {
    'retrieval-gate.yml': CONFIG,
    'server.mjs': SERVER,
    'questions.jsonl': questions(12),
    ...documents(12),
  })
  const number = numberIn(join(folder, 'pid'))
  const loader = join(repository, 'node_modules/tsx/dist/loader.mjs')
  const run = spawn(
    process.execPath,
    ['--import', loader, join(repository, 'src/cli.ts'), 'run', '--quiet', '--no-cache'],
    { cwd: folder },
  )
  const exited = once(run, 'exit')
  const server = await number
  expect(() => process.kill(server, 0)).not.toThrow()
  run.kill('SIGINT')
  expect((await exited)[0]).toBe(2)
  expect(() => process.kill(server, 0)).toThrow('ESRCH')
  expect(existsSync(join(folder, 'retrieval-gate-report/report.json'))).toBe(false)
}, 60_000)
