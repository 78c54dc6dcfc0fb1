import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A git server for one repository, behind a token, as GitHub's is. */
export class GitServer {
  /** What was asked, as `METHOD /path`. */
  readonly calls: string[] = []
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  /** `path` is a repository with a work tree; it is served under its name, to who has the token. */
  static async start(path: string, token: string, name = 'octo/docs'): Promise<GitServer> {
    const server = createServer()
    const git = new GitServer(server)
    const expected = `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
    server.on('request', (request, response) => {
      git.calls.push(`${request.method} ${request.url}`)
      if (request.headers.authorization !== expected) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
      } else if (request.url?.startsWith(`/${name}/`)) serve(path, name, request, response)
      else response.writeHead(404).end('Repository not found.')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return git
  }

  /** By this name the Action does not take it for an Enterprise Server. */
  get url(): string {
    return `http://github.localhost:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Hands the request to git's own CGI program. */
function serve(path: string, name: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://server')
  const cgi = spawn('git', ['-c', 'uploadpack.allowAnySHA1InWant=true', 'http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: path,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname.replace(`/${name}`, '/.git'),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
  })
  request.pipe(cgi.stdin)
  const chunks: Buffer[] = []
  cgi.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  cgi.on('close', () => {
    const whole = Buffer.concat(chunks)
    const end = whole.indexOf('\r\n\r\n')
    const headers = whole.subarray(0, end).toString().split('\r\n')
    for (const [name = '', value = ''] of headers.map((line) => line.split(': '))) {
      if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.end(whole.subarray(end + 4))
  })
}
