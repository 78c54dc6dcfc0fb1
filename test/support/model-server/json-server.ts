import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** JSON with status 200, another status, an answer that breaks off, or none. */
export type Answer =
  | { readonly json: unknown; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly broken: string }
  | 'silence'

export interface JsonServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** In the order of arrival. */
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

/** A server of this machine that answers posted JSON. */
export async function jsonServer(answer: (asked: Asked) => Answer | Promise<Answer>): Promise<JsonServer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}')
    const one: Asked = { path: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    const answered = await answer(one)
    if (answered === 'silence') return
    if ('broken' in answered) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answered.broken.length + 100 })
      response.write(answered.broken)
      response.destroy()
      return
    }
    response.writeHead(answered.status ?? 200, { 'content-type': 'application/json', ...answered.headers })
    response.end(JSON.stringify(answered.json))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
