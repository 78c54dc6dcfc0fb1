import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'

let rig: ActionRig
let elsewhere: string

beforeAll(async () => {
  await builtAction()
}, 120_000)
beforeEach(async () => {
  rig = await ActionRig.start()
  elsewhere = await mkdtemp(join(tmpdir(), 'retrieval-gate-elsewhere-'))
})
afterEach(() => Promise.all([rig.stop(), rm(elsewhere, { recursive: true })]))

describe('a poisoned archive in the cache', () => {
  const env = { ACTIONS_CACHE_SERVICE_V2: 'true' }
  const freshPush = async () => {
    await rm(join(rig.repository.path, '.retrieval-gate'), { recursive: true, force: true })
    return rig.push({ env })
  }

  /** What the archive is packed from, as deep in the folder for temporary files as what it is unpacked to. */
  const inner = () => join(elsewhere, 'some', 'where')
  const archives: [string, () => string[]][] = [
    ['absolute paths', () => [join(elsewhere, 'planted')]],
    ['paths that lead upwards', () => [join('..', '..', '..', basename(elsewhere), 'planted')]],
    ['a link, and a file behind it', () => ['link', 'link/planted']],
  ]
  it.each(archives)('with %s writes nothing outside of its folder, and the verdict stands', async (_, members) => {
    await freshPush()
    await mkdir(inner(), { recursive: true })
    await symlink(elsewhere, join(inner(), 'link'))
    const planted = join(elsewhere, 'planted')
    await writeFile(planted, 'theirs')
    const archive = join(elsewhere, 'archive.tzst')
    execFileSync('tar', ['-P', '--zstd', '-cf', archive, '-C', inner(), ...members()])
    const content = await readFile(archive)
    for (const entry of rig.github.state.caches) entry.content = content
    await rm(planted)
    const { code, outputs } = await freshPush()
    expect({ code, verdict: outputs.verdict }).toEqual({ code: 0, verdict: 'pass' })
    expect(rig.github.calls.some((call) => call.startsWith('GET /storage/cache/'))).toBe(true)
    expect(existsSync(planted)).toBe(false)
  })
})

describe('a program that the config of a change names', () => {
  const SECRETS = {
    ACTIONS_RUNTIME_TOKEN_TEST: 'runner-secret-1',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner-secret-2',
    GITHUB_TOKEN: 'runner-secret-3',
    INPUT_PASSWORD: 'runner-secret-4',
    GIT_CONFIG_PARAMETERS: `'http.extraheader=runner-secret-5'`,
    MY_KEY: 'runner-secret-6',
  }
  const config = (more: string) =>
    writeFile(
      join(rig.repository.path, 'retrieval-gate.yml'),
      `name: docs\ndocuments: { include: ["docs/**/*.md"] }\nqueries: eval.jsonl\nstrategies:\n  mine: { type: mcp, restarts: 0, command: [${process.execPath}, server.cjs]${more} }\n`,
    )

  it('gets none of the variables of the runner, of git or of the inputs', async () => {
    const seen = join(elsewhere, 'seen.json')
    const code = `require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env))`
    await writeFile(join(rig.repository.path, 'server.cjs'), code)
    await config('')
    const result = await rig.pullRequest({ env: SECRETS })
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'invalid' } })
    const variables: Record<string, string> = JSON.parse(await readFile(seen, 'utf8'))
    expect(variables.PATH).toBeDefined()
    expect(Object.keys(variables).filter((name) => /^(INPUT_|ACTIONS_|GITHUB_|GIT_|RUNNER_|MY_)/.test(name))).toEqual(
      [],
    )
    expect(JSON.stringify(variables)).not.toContain('runner-secret')
  })

  it.each(['ACTIONS_RUNTIME_TOKEN', 'INPUT_PASSWORD', 'GIT_CONFIG_PARAMETERS'])(
    'cannot ask for a variable of the runner: %s',
    async (name) => {
      await config(`, env: [${name}]`)
      const result = await rig.pullRequest({ env: SECRETS })
      expect(result.code).toBe(1)
      expect(result.log).toContain(`the environment variable ${name} is the runner's own`)
      expect(result.log).not.toContain('runner-secret')
    },
  )

  it('shows no secret that it was given: not in the log, the summary, the report or the comment', async () => {
    await writeFile(join(rig.repository.path, 'server.cjs'), `console.error('I am ' + process.env.MY_KEY)`)
    await config(', env: [MY_KEY]')
    await appendFile(join(rig.repository.path, 'retrieval-gate.yml'), 'maxErrors: 1\n')
    const { log, summary } = await rig.pullRequest({ env: SECRETS })
    const seen = [log.replaceAll(/^::add-mask::.*$/gm, ''), summary, JSON.stringify(rig.github.state.comments)]
    expect(log).toContain('::add-mask::runner-secret-6')
    expect(seen.join('\n')).not.toContain('runner-secret-6')
  })
})
