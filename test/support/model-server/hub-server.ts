import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HubOptions {
  /** Content by path of the one model there is. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** The commit that `main` is at. */
  readonly commit: string
  /** Those kept in another storage, as large files are: the hub redirects to it. */
  readonly large: readonly string[]
}

export interface HubServer {
  readonly url: string
  /** `METHOD path` in the order of arrival, at the hub and at its storage, and what was sent as authorization. */
  readonly asked: { readonly request: string; readonly authorization: string | undefined }[]
  close(): Promise<void>
}

/**
 * The Hugging Face hub as its own client of Python expects it: `resolve` with the commit, hash and size of a file in headers;
 * small files from the hub itself, with git's hash; large ones by a redirect, with SHA-256; errors by name.
 */
export async function hubServer({ files, commit, large }: HubOptions): Promise<HubServer> {
  const asked: HubServer['asked'] = []
  const note = ({ method, url, headers }: IncomingMessage): void => {
    asked.push({ request: `${method} ${url}`, authorization: headers.authorization })
  }
  const storage = await listen((request, response) => {
    note(request)
    send(request, response, files[decodeURIComponent(request.url!.slice(1))]!, {})
  })
  const hub = await listen((request, response) => {
    note(request)
    const [, model, revision, path = ''] = /^\/(.+?)\/resolve\/([^/]+)\/(.+)$/.exec(request.url!) ?? []
    if (model !== 'owner/name') return refuse(response, 401, 'RepoNotFound')
    if (revision !== commit && revision !== 'main') return refuse(response, 404, 'RevisionNotFound')
    const content = files[decodeURIComponent(path)]
    const headers = { 'x-repo-commit': commit }
    if (content === undefined) return refuse(response, 404, 'EntryNotFound', headers)
    if (!large.includes(path)) return send(request, response, content, { ...headers, etag: `"${gitHash(content)}"` })
    response.writeHead(302, {
      ...headers,
      // Another host: on its own, a hub redirects to what was renamed, and clients follow at once.
      location: `${storage.url.replace('127.0.0.1', 'localhost')}/${path}`,
      'x-linked-etag': `"${createHash('sha256').update(content).digest('hex')}"`,
      'x-linked-size': content.length,
    })
    response.end()
  })
  const close = async (): Promise<void> => {
    await Promise.all([hub.close(), storage.close()])
  }
  return { url: hub.url, asked, close }
}

function refuse(response: ServerResponse, status: number, code: string, headers: object = {}): void {
  response.writeHead(status, { ...headers, 'x-error-code': code, 'x-error-message': code }).end()
}

/** Whole, or from where it is asked for. */
function send({ method, headers }: IncomingMessage, response: ServerResponse, content: Uint8Array, more: object): void {
  const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
  const range = from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}
  const length = { 'content-length': content.length - from, 'accept-ranges': 'bytes' }
  response.writeHead(from > 0 ? 206 : 200, { ...length, ...range, ...more })
  response.end(method === 'HEAD' ? undefined : content.subarray(from))
}

function gitHash(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
