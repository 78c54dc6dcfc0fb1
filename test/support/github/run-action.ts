import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtAction } from './build-action.ts'
import { runtimeToken } from './runtime-token.ts'
import type { GitHubStandIn } from './stand-in.ts'

/** How the runner starts the Action. */
export interface ActionRun {
  readonly workspace: string
  readonly event: string
  readonly payload: unknown
  readonly sha: string
  readonly runId: number
  readonly attempt?: number
  readonly inputs?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

/** What the runner sees of it. */
export interface ActionResult {
  readonly code: number | null
  readonly log: string
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
}

/** Runs the bundled Action in a process of its own, under the Node that `NODE24` names, else under this one. */
export async function runAction(github: GitHubStandIn, run: ActionRun): Promise<ActionResult> {
  const runner = await mkdtemp(join(tmpdir(), 'retrieval-gate-runner-'))
  const file = (name: string) => join(runner, name)
  await mkdir(file('temp'))
  await writeFile(file('event.json'), typeof run.payload === 'string' ? run.payload : JSON.stringify(run.payload))
  for (const name of ['output', 'summary']) await writeFile(file(name), '')
  const { code, log } = await execute(await builtAction(), run.workspace, {
    PATH: process.env.PATH ?? '',
    HOME: runner,
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: run.workspace,
    GITHUB_EVENT_NAME: run.event,
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_REPOSITORY: github.state.repository,
    GITHUB_SHA: run.sha,
    GITHUB_REF_NAME: run.event === 'pull_request' ? '5/merge' : 'main',
    GITHUB_RUN_ID: String(run.runId),
    GITHUB_RUN_ATTEMPT: String(run.attempt ?? 1),
    GITHUB_SERVER_URL: 'http://github.localhost',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_WORKFLOW_REF: `${github.state.repository}/.github/workflows/gate.yml@refs/heads/main`,
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    RUNNER_TEMP: file('temp'),
    ACTIONS_RESULTS_URL: github.url,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(run.runId),
    'INPUT_GITHUB-TOKEN': 'token',
    ...Object.fromEntries(
      Object.entries(run.inputs ?? {}).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...run.env,
  })
  const outputs = readOutputs(await readFile(file('output'), 'utf8'))
  const summary = await readFile(file('summary'), 'utf8')
  await rm(runner, { recursive: true })
  return { code, log, outputs, summary }
}

function execute(
  action: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number | null; log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.env.NODE24 ?? process.execPath, [action], { cwd, env })
    let log = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, log }))
  })
}

/** `name<<delimiter`, the value's lines, `delimiter`. */
function readOutputs(text: string): Record<string, string> {
  const blocks = text.matchAll(/^([^\n<]+)<<(\S+)\n([\s\S]*?)\n?^\2$/gm)
  return Object.fromEntries([...blocks].map(([, name, , value]) => [name ?? '', value ?? '']))
}
