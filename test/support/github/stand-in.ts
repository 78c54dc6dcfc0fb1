import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerBlob } from './blobs.ts'
import { answerCacheService, CACHE_SERVICE } from './cache-service.ts'
import { violations } from './openapi.ts'
import { answerRest } from './rest.ts'
import { type Answer, State } from './state.ts'
import { answerTwirp } from './twirp.ts'

/** A request that the stand-in got. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/**
 * Answers in place of the stand-in where it returns something: `'hang up'` breaks the connection, `'hang'` never answers.
 */
export type Fault = (request: Seen, count: number) => Answer | 'hang up' | 'hang' | undefined

/**
 * GitHub on the loopback: REST and GraphQL as far as they are used, the services of artifacts and caches, and their storage. Every request
 * is kept in `seen`; `faults` may answer first.
 */
export class GitHubStandIn {
  readonly state: State
  readonly seen: Seen[] = []
  readonly faults: Fault[] = []
  /** Where a request or an answer was not as GitHub describes it; the end of a test looks at it. */
  readonly violations: string[] = []
  readonly #server: Server

  private constructor(server: Server, repository: string) {
    this.#server = server
    this.state = new State(repository, () => this.url)
  }

  static async start(repository = 'octo/docs'): Promise<GitHubStandIn> {
    const server = createServer()
    const standIn = new GitHubStandIn(server, repository)
    server.on('request', (request, response) => void standIn.#answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The requests seen so far, as `METHOD /path`. */
  get calls(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    if (this.violations.length > 0) throw new Error(`not as GitHub describes it:\n${this.violations.join('\n')}`)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request)
    this.seen.push(seen)
    const count = this.calls.filter((call) => call === `${seen.method} ${seen.path}`).length
    const fault = this.faults.map((one) => one(seen, count)).find((answer) => answer !== undefined)
    if (fault === 'hang up') {
      request.socket.destroy()
      return
    }
    if (fault === 'hang') return
    const answer = fault ?? this.#route(seen)
    response.writeHead(answer.status, answer.headers ?? { 'content-type': 'application/json; charset=utf-8' })
    response.end(
      Buffer.isBuffer(answer.body) ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body),
    )
  }

  #route(seen: Seen): Answer {
    if (seen.path.startsWith(CACHE_SERVICE)) return answerCacheService(this.state, seen)
    if (seen.path.startsWith('/twirp/')) return answerTwirp(this.state, seen)
    if (seen.path.startsWith('/storage/')) return answerBlob(this.state, seen)
    const answer = answerRest(this.state, seen)
    if (seen.path !== '/graphql') this.violations.push(...violations(seen, answer))
    return answer
  }
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://stand-in')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
  }
}
