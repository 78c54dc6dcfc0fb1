import type { Seen } from './stand-in.ts'
import type { Answer, Artifact, Comment, Pull, State, Token, WorkflowRun } from './state.ts'

type Handler = (state: State, seen: Seen, parts: readonly string[], token: Token) => Answer

interface Route {
  readonly method: string
  /** After `/repos/OWNER/REPO`; groups become `parts`. */
  readonly pattern: RegExp
  /** `actions: read`. */
  readonly permission: string
  readonly answer: Handler
}

const ROUTES: readonly Route[] = [
  route('GET', /^\/compare\/(.+)$/, 'contents: read', compare),
  route('GET', /^\/commits$/, 'contents: read', commits),
  route('GET', /^\/actions\/workflows\/([^/]+)\/runs$/, 'actions: read', runs),
  route('GET', /^\/actions\/runs$/, 'actions: read', allRuns),
  route('GET', /^\/contents\/(.+)$/, 'contents: read', contents),
  route('GET', /^\/pulls$/, 'pull-requests: read', pulls),
  route('GET', /^\/actions\/runs\/(\d+)\/artifacts$/, 'actions: read', runArtifacts),
  route('GET', /^\/actions\/artifacts\/(\d+)\/zip$/, 'actions: read', zip),
  route('GET', /^\/issues\/(\d+)\/comments$/, 'pull-requests: read', listComments),
  route('POST', /^\/issues\/(\d+)\/comments$/, 'pull-requests: write', createComment),
  route('PATCH', /^\/issues\/comments\/(\d+)$/, 'pull-requests: write', updateComment),
  route('DELETE', /^\/issues\/comments\/(\d+)$/, 'pull-requests: write', deleteComment),
]

/** Answers a request to REST or GraphQL, as GitHub does: 401 without a known token, 403 without the permission. */
export function answerRest(state: State, seen: Seen): Answer {
  const token = state.tokens.get(/^(?:token|bearer) (.+)$/i.exec(seen.headers.authorization ?? '')?.[1] ?? '')
  if (token === undefined) return failure(401, 'Bad credentials')
  if (seen.path === '/graphql') return { status: 200, body: { data: { viewer: { login: token.login } } } }
  const prefix = `/repos/${state.repository}`
  if (!seen.path.startsWith(`${prefix}/`)) return failure(404, 'Not Found')
  const path = seen.path.slice(prefix.length)
  for (const { method, pattern, permission, answer } of ROUTES) {
    const match = method === seen.method ? pattern.exec(path) : null
    if (match === null) continue
    if (!allows(token, permission)) return failure(403, 'Resource not accessible by integration')
    return answer(state, seen, match.slice(1).map(decodeURIComponent), token)
  }
  return failure(404, 'Not Found')
}

function compare(state: State, _seen: Seen, [basehead = '']: readonly string[]): Answer {
  const [base, head] = basehead.split('...').map((name) => state.resolve(name))
  if (base === undefined || head === undefined) return failure(404, 'Not Found')
  const contained = new Set(state.history(base))
  const common = state.history(head).find((commit) => contained.has(commit))
  if (common === undefined) return failure(404, 'No common ancestor between these commits')
  return { status: 200, body: { merge_base_commit: { sha: common }, status: 'diverged', files: state.changedFiles } }
}

function commits(state: State, { query }: Seen): Answer {
  const from = state.resolve(query.get('sha') ?? 'main')
  if (from === undefined) return failure(404, 'Not Found')
  return page(
    state.history(from).map((sha) => ({ sha })),
    query,
    (items) => items,
  )
}

/** The branch filter looks at the branch's name alone, so that forks' runs are among the answers. */
function runs(state: State, { query }: Seen, [workflow = '']: readonly string[]): Answer {
  if (!state.workflows.has(workflow)) return failure(404, 'Not Found')
  const wanted = (run: WorkflowRun) =>
    run.workflow === workflow &&
    (query.get('branch') ?? run.head_branch) === run.head_branch &&
    (query.get('status') ?? run.conclusion) === run.conclusion
  const found = state.runs.filter(wanted)
  return page(found, query, (items) => ({ total_count: found.length, workflow_runs: items.map(shownRun) }))
}

/** As it is: `Accept: application/vnd.github.raw+json`. */
function contents(state: State, { headers }: Seen, [path = '']: readonly string[]): Answer {
  const text = state.contents.get(path)
  if (text === undefined || !/\braw\b/.test(headers.accept ?? '')) return failure(404, 'Not Found')
  return {
    status: 200,
    headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' },
    body: Buffer.from(text),
  }
}

function allRuns(state: State, { query }: Seen): Answer {
  const wanted = (run: WorkflowRun) =>
    (query.get('event') ?? run.event) === run.event && (query.get('head_sha') ?? run.head_sha) === run.head_sha
  const found = state.runs.filter(wanted)
  return page(found, query, (items) => ({ total_count: found.length, workflow_runs: items.map(shownRun) }))
}

/** `head` is `owner:branch`. */
function pulls(state: State, { query }: Seen): Answer {
  const label = ({ head }: Pull) => `${head.repo?.full_name.split('/')[0]}:${head.ref}`
  const found = state.pulls.filter(
    (pull) => pull.state === 'open' && (query.get('head') ?? label(pull)) === label(pull),
  )
  return page(found, query, (items) => items)
}

function shownRun({ workflow: _, ...run }: WorkflowRun) {
  return { ...run, run_attempt: 1, status: 'completed' }
}

function runArtifacts(state: State, { query }: Seen, [run]: readonly string[]): Answer {
  const name = query.get('name')
  const found = state.artifacts.filter(
    (artifact) => artifact.runId === Number(run) && artifact.finalized && (name ?? artifact.name) === artifact.name,
  )
  const shown = found.map(({ id, name, expired, digest, content }: Artifact) => ({
    id,
    name,
    expired,
    digest,
    size_in_bytes: content.length,
  }))
  return page(shown, query, (items) => ({ total_count: found.length, artifacts: items }))
}

function zip(state: State, _seen: Seen, [id]: readonly string[]): Answer {
  const artifact = state.artifacts.find((one) => one.id === Number(id))
  if (artifact === undefined) return failure(404, 'Not Found')
  if (artifact.expired) return failure(410, 'Artifact has expired')
  return { status: 302, headers: { location: `${state.url()}/storage/artifact/${artifact.id}?sig=secret` } }
}

function listComments(state: State, { query }: Seen, [issue]: readonly string[]): Answer {
  const found = state.comments.filter((comment) => comment.issue === Number(issue))
  const answer = page(
    found.map((comment) => shownComment(state, comment)),
    query,
    (items) => items,
  )
  const number = Number(query.get('page') ?? 1)
  const last = Math.ceil(found.length / perPage(query))
  if (number >= last) return answer
  const next = `${state.url()}/repos/${state.repository}/issues/${issue}/comments?per_page=${perPage(query)}&page=${number + 1}`
  return { ...answer, headers: { 'content-type': 'application/json', link: `<${next}>; rel="next"` } }
}

function createComment(state: State, { body }: Seen, [issue]: readonly string[], token: Token): Answer {
  const text: unknown = JSON.parse(body.toString()).body
  if (typeof text !== 'string' || text.length > 65_536) return failure(422, 'Validation Failed')
  const comment = { id: state.nextId(), issue: Number(issue), login: token.login, body: text }
  state.comments.push(comment)
  return { status: 201, body: shownComment(state, comment) }
}

function updateComment(state: State, { body }: Seen, [id]: readonly string[]): Answer {
  const comment = state.comments.find((one) => one.id === Number(id))
  if (comment === undefined) return failure(404, 'Not Found')
  comment.body = JSON.parse(body.toString()).body
  return { status: 200, body: shownComment(state, comment) }
}

function deleteComment(state: State, _seen: Seen, [id]: readonly string[]): Answer {
  const index = state.comments.findIndex((one) => one.id === Number(id))
  if (index < 0) return failure(404, 'Not Found')
  state.comments.splice(index, 1)
  return { status: 204 }
}

function shownComment(state: State, { id, issue, login, body }: Comment) {
  const html_url = `https://github.localhost/${state.repository}/pull/${issue}#issuecomment-${id}`
  return { id, html_url, body, user: { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' } }
}

function route(method: string, pattern: RegExp, permission: string, answer: Handler): Route {
  return { method, pattern, permission, answer }
}

function page<T>(items: readonly T[], query: URLSearchParams, wrap: (items: readonly T[]) => unknown): Answer {
  const size = perPage(query)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return { status: 200, body: wrap(items.slice(start, start + size)) }
}

function perPage(query: URLSearchParams): number {
  return Math.min(Number(query.get('per_page') ?? 30), 100)
}

function allows(token: Token, permission: string): boolean {
  const [scope = '', level] = permission.split(': ')
  const held = token.permissions[scope]
  return held === 'write' || held === level
}

function failure(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } }
}
