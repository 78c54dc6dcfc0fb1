import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DocsRepository, docsRepository } from './docs-repository.ts'
import { type ActionResult, type ActionRun, runAction } from './run-action.ts'
import { GitHubStandIn } from './stand-in.ts'

export const PULL = 5
/** The commit that GitHub makes of a pull request and its base. */
export const MERGE = 'e'.repeat(40)

type More = Partial<ActionRun> & {
  readonly fork?: boolean
  readonly labels?: readonly string[]
  readonly head?: string
}

/** A repository on a stand-in of GitHub, with a runner that runs the bundled Action for events. */
export class ActionRig {
  readonly github: GitHubStandIn
  readonly repository: DocsRepository
  /** The tip of the base branch. */
  readonly main: string
  #run = 1000

  private constructor(github: GitHubStandIn, repository: DocsRepository, main: string) {
    this.github = github
    this.repository = repository
    this.main = main
    github.state.commits.set(main, [])
    github.state.branches.set('main', main)
  }

  static async start(): Promise<ActionRig> {
    const github = await GitHubStandIn.start()
    const repository = await docsRepository()
    return new ActionRig(github, repository, await repository.commit('the first'))
  }

  async stop(): Promise<void> {
    await this.github.stop()
    await rm(this.repository.path, { recursive: true })
  }

  /** A push to main: evaluates, and leaves its report as the next baseline. */
  async push(more: More = {}): Promise<ActionResult> {
    const runId = more.runId ?? this.#run++
    const result = await this.run('push', {}, { sha: this.main, ...more, runId })
    if (result.code === 0) this.github.state.addRun({ id: runId, head_sha: this.main })
    return result
  }

  /** As if a push to main had left this report as the next baseline: what the artifact of another rig's push held. */
  leaveBaseline(content: Buffer): void {
    const { state } = this.github
    const { id: runId } = state.addRun({ id: this.#run++, head_sha: this.main })
    state.addArtifact({ runId, name: 'retrieval-gate-docs', content })
  }

  /** A pull request whose head is what is in the repository, or was committed before; of a fork on request. */
  async pullRequest({
    fork = false,
    labels = [],
    ...more
  }: More = {}): Promise<ActionResult & { readonly head: string }> {
    const head = more.head ?? (await this.repository.commit('a change'))
    const { state } = this.github
    state.commits.set(head, [this.main])
    state.commits.set(MERGE, [this.main, head])
    const repo = { full_name: fork ? 'stranger/docs' : 'octo/docs' }
    state.pulls.splice(0, 1, { number: PULL, state: 'open', head: { sha: head, ref: 'change', repo } })
    const payload = {
      action: 'synchronize',
      number: PULL,
      pull_request: {
        number: PULL,
        head: { sha: head, ref: 'change', repo },
        base: { ref: 'main', sha: '0'.repeat(40) },
        labels: labels.map((name) => ({ name })),
      },
    }
    const result = await this.run('pull_request', payload, { sha: MERGE, ...more })
    return { ...result, head }
  }

  async run(event: string, payload: unknown, more: Partial<ActionRun> = {}): Promise<ActionResult> {
    const runId = more.runId ?? this.#run++
    const workspace = this.repository.path
    return runAction(this.github, { workspace, event, payload, sha: this.main, ...more, runId })
  }

  get lastRun(): number {
    return this.#run - 1
  }
}

/** A folder that is gone when the process ends. */
export async function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'retrieval-gate-empty-'))
}
