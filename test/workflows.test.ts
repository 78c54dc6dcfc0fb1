import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { repository, repositoryFiles } from './support/repository-files.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Record<string, unknown>
}
interface Job {
  readonly permissions?: Record<string, string>
  readonly steps: readonly Step[]
  readonly 'timeout-minutes'?: number
}
interface Workflow {
  readonly on: Record<string, unknown>
  readonly permissions?: Record<string, string>
  readonly concurrency?: unknown
  readonly jobs: Record<string, Job>
}

const workflows = repositoryFiles('.github/workflows').map((path) => {
  const text = readFileSync(join(repository, path), 'utf8')
  const workflow: Workflow = parse(text)
  return { path, text, workflow, jobs: Object.entries(workflow.jobs) }
})

describe.each(workflows)('$path', ({ text, workflow, jobs }) => {
  const steps = jobs.flatMap(([, job]) => job.steps)

  it('pins every action of others by commit and names the version', () => {
    const uses = [...text.matchAll(/^[ -]*uses: *(.*)$/gm)].map(([, value = '']) => value)
    expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length)
    for (const value of uses) expect(value).toMatch(/^(\.\/|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/)
  })

  it('starts from no permission and gives each job its own', () => {
    expect(workflow.permissions).toEqual({})
    for (const [name, job] of jobs) expect(job.permissions, name).toBeDefined()
  })

  it('leaves no credentials behind in a checkout', () => {
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
      expect(step.with?.['persist-credentials']).toBe(false)
    }
  })

  it('never runs foreign code with our token', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
  })

  it('puts no expression into a script: values come through the environment', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{')
  })

  it('ends: every job has a time limit, and runs of one branch do not pile up', () => {
    for (const [name, job] of jobs) expect(job['timeout-minutes'], name).toBeGreaterThan(0)
    expect(workflow.concurrency).toBeDefined()
  })
})

describe('the workflows together', () => {
  it('pin each action to one commit', () => {
    const pins = new Set(workflows.flatMap(({ text }) => text.match(/[\w-]+\/[\w/-]+@[0-9a-f]{40}/g) ?? []))
    const actions = [...pins].map((pin) => pin.split('@')[0])
    expect(new Set(actions).size).toBe(actions.length)
    expect(actions.length).toBeGreaterThan(0)
  })

  it('let only a release write to the repository or sign', () => {
    const writing = workflows.flatMap(({ path, jobs }) =>
      jobs.flatMap(([name, { permissions = {} }]) =>
        Object.entries(permissions)
          .filter(([, access]) => access === 'write')
          .map(([scope]) => `${path} ${name} ${scope}`),
      ),
    )
    expect(writing).toEqual([
      '.github/workflows/gate.yml gate pull-requests',
      '.github/workflows/release.yml github contents',
      '.github/workflows/release.yml github id-token',
      '.github/workflows/release.yml github attestations',
      '.github/workflows/release.yml npm id-token',
    ])
  })

  it('run this repository as its own Action', () => {
    const uses = workflows.flatMap(({ jobs }) => jobs.flatMap(([, job]) => job.steps.map((step) => step.uses)))
    expect(uses).toContain('./')
  })
})
