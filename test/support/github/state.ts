/** What a request is answered with; a body that is no Buffer is sent as JSON. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface WorkflowRun {
  readonly id: number
  readonly event: string
  readonly head_branch: string
  readonly head_sha: string
  readonly created_at: string
  readonly conclusion: string | null
  readonly workflow: string
  readonly head_repository: { readonly full_name: string } | null
}

export interface Artifact {
  readonly id: number
  readonly runId: number
  readonly name: string
  expired: boolean
  finalized: boolean
  digest: string | null
  content: Buffer
  readonly blocks: Map<string, Buffer>
  /** What the client asked for, ISO 8601. */
  readonly expiresAt: string | null
}

/** An entry of the cache service. */
export interface CacheEntry {
  readonly id: number
  readonly key: string
  /** Tells archives apart by the paths in them and how they are packed. */
  readonly version: string
  finalized: boolean
  content: Buffer
  readonly blocks: Map<string, Buffer>
}

export interface Pull {
  readonly number: number
  readonly state: 'open' | 'closed'
  readonly head: { readonly sha: string; readonly ref: string; readonly repo: { readonly full_name: string } | null }
}

export interface Comment {
  readonly id: number
  readonly issue: number
  readonly login: string
  body: string
}

export interface ChangedFile {
  readonly filename: string
  readonly previous_filename?: string
  readonly status?: string
  /** Hunks of a unified diff. */
  readonly patch?: string
}

/** What a token may do, and whom it speaks for. */
export interface Token {
  readonly login: string
  readonly permissions: Readonly<Record<string, 'read' | 'write'>>
}

/** What the workflow's own token may do with the permissions that the README asks for. */
export const FULL: Token = {
  login: 'github-actions[bot]',
  permissions: { actions: 'read', contents: 'read', 'pull-requests': 'write' },
}
/** The same token for a pull request from a fork. */
export const FORK: Token = {
  login: 'github-actions[bot]',
  permissions: { actions: 'read', contents: 'read', 'pull-requests': 'read' },
}

/** Everything that the stand-in knows; tests set it and look at it. */
export class State {
  readonly runs: WorkflowRun[] = []
  readonly artifacts: Artifact[] = []
  /** Newest first. */
  readonly caches: CacheEntry[] = []
  readonly comments: Comment[] = []
  readonly pulls: Pull[] = []
  readonly tokens = new Map<string, Token>([['token', FULL]])
  /** commit -> its parents, the first being the branch it was on. */
  readonly commits = new Map<string, readonly string[]>()
  /** What every comparison says that changed. */
  changedFiles: readonly ChangedFile[] = [{ filename: 'docs/page-1.md' }]
  /** Files of the base branch, as far as they are asked for. */
  readonly contents = new Map<string, string>()
  readonly branches = new Map<string, string>()
  readonly workflows = new Set<string>()
  readonly repository: string
  readonly url: () => string
  #id = 100

  constructor(repository: string, url: () => string) {
    this.repository = repository
    this.url = url
  }

  nextId(): number {
    return this.#id++
  }

  /** A finished run of this repository, a push to main where nothing else is said. */
  addRun(run: Partial<WorkflowRun> & { head_sha: string }): WorkflowRun {
    const whole = {
      id: this.nextId(),
      event: 'push',
      head_branch: 'main',
      created_at: '2026-11-01T12:00:00Z',
      conclusion: 'success',
      workflow: 'gate.yml',
      head_repository: { full_name: this.repository },
      ...run,
    }
    this.workflows.add(whole.workflow)
    this.runs.unshift(whole)
    return whole
  }

  addArtifact(artifact: Partial<Artifact> & { runId: number; name: string }): Artifact {
    const whole = {
      id: this.nextId(),
      expired: false,
      finalized: true,
      digest: null,
      content: Buffer.alloc(0),
      blocks: new Map<string, Buffer>(),
      expiresAt: null,
      ...artifact,
    }
    this.artifacts.push(whole)
    return whole
  }

  /** The commit and everything before it, nearest first. */
  history(commit: string): string[] {
    const found = new Set<string>()
    const waiting = [commit]
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...(this.commits.get(next) ?? []))
    }
    return [...found]
  }

  /** A branch's tip, or the commit itself where it is one; undefined where neither is known. */
  resolve(name: string): string | undefined {
    return this.branches.get(name) ?? (this.commits.has(name) ? name : undefined)
  }
}
