import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { type InitFlags, init } from '../../src/commands/init.ts'
import { UserError } from '../../src/errors.ts'
import type { Ports } from '../../src/ports.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'

const COMMENT = '.github/workflows/retrieval-comment.yml'

const ports = (cwd: string) => ({ cwd, stdout: () => {} }) as Partial<Ports> as Ports

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder()
  write(folder, files)
  return folder
}

const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
})

const read = (folder: string, file: string) => parse(readFileSync(join(folder, file), 'utf8'))

describe('init --forks', () => {
  it('also writes the workflow that comments for forks, with the least rights and without a checkout', async () => {
    const folder = folderWith({ 'docs/a.md': '# A\n' })
    expect(await init({ forks: true }, ports(folder))).toBe(0)
    const workflow = read(folder, COMMENT)
    expect(workflow.on).toEqual({ workflow_run: { workflows: ['retrieval'], types: ['completed'] } })
    expect(workflow.permissions).toEqual({ actions: 'read', 'pull-requests': 'write' })
    expect(workflow.jobs.comment.steps).toEqual([
      { uses: expect.stringContaining('/retrieval-gate@'), with: { mode: 'comment' } },
    ])
    expect(read(folder, '.github/workflows/retrieval.yml').name).toBe('retrieval')
  })

  it('leaves a gate that is there as it is', async () => {
    const folder = folderWith({ 'retrieval-gate.yml': 'name: mine\n' })
    await init({ forks: true, force: true }, ports(folder))
    expect(readFileSync(join(folder, 'retrieval-gate.yml'), 'utf8')).toBe('name: mine\n')
    expect(existsSync(join(folder, COMMENT))).toBe(true)
    await expect(init({ forks: true }, ports(folder))).rejects.toThrow(UserError)
  })
})

describe('what init writes is as safe as a workflow can be', () => {
  const GATE = '.github/workflows/retrieval.yml'
  const written: [string, InitFlags, string][] = [
    ['the gate', {}, GATE],
    ['the gate in shards', { shards: 3 }, GATE],
    ['the comment for forks', { forks: true }, COMMENT],
  ]
  const made = async (flags: InitFlags, file: string) => {
    const folder = folderWith({ 'docs/a.md': '# A\n' })
    await init(flags, ports(folder))
    return workflowSchema.parse(read(folder, file))
  }

  it.each(written)(
    '%s: rights are named, no expression is in a script, nothing runs for ever',
    async (_, flags, file) => {
      const workflow = await made(flags, file)
      expect(Object.entries(workflow.permissions).filter(([, access]) => access === 'write')).toEqual([
        ['pull-requests', 'write'],
      ])
      expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
      for (const job of Object.values(workflow.jobs)) {
        expect(job['timeout-minutes']).toBeGreaterThan(0)
        for (const { run, uses } of job.steps) {
          expect(run).toBeUndefined()
          expect(uses).toMatch(/^(actions\/checkout|[\w-]+\/retrieval-gate)@v\d+$/)
        }
      }
    },
  )

  it.each(written)(
    '%s: a checkout keeps no token, and what may write for a stranger has none',
    async (_, flags, file) => {
      const { on, jobs } = await made(flags, file)
      const checkouts = Object.values(jobs)
        .flatMap(({ steps }) => steps)
        .filter(({ uses }) => uses?.startsWith('actions/checkout@'))
      for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false })
      expect(checkouts.length === 0).toBe('workflow_run' in on)
    },
  )
})

describe('init --shards', () => {
  it('writes the gate as a matrix that one last job puts together', async () => {
    const folder = folderWith({ 'docs/a.md': '# A\n' })
    expect(await init({ shards: 8 }, ports(folder))).toBe(0)
    const { jobs, permissions } = read(folder, '.github/workflows/retrieval.yml')
    expect(permissions).toEqual({ contents: 'read', actions: 'read', 'pull-requests': 'write' })
    expect(jobs.shard.strategy).toEqual({ 'fail-fast': false, matrix: { part: [1, 2, 3, 4, 5, 6, 7, 8] } })
    expect(jobs.shard.steps.at(-1).with).toEqual({ shard: `\${{ matrix.part }}/8` })
    expect(jobs.gate).toMatchObject({ needs: 'shard', if: `\${{ !cancelled() }}` })
    expect(jobs.gate.steps.at(-1).with).toEqual({ mode: 'merge' })
  })

  it('keeps the list of accepted losses out of what git ignores', async () => {
    const folder = folderWith({ 'docs/a.md': '# A\n' })
    await init({}, ports(folder))
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('retrieval-gate-report/\n.retrieval-gate/cache/\n')
  })
})
