import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as a test looks at it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface TestServer {
  /** `http://127.0.0.1:12345` */
  readonly url: string
  readonly received: Received[]
  /** Closes it and every connection, at once. */
  stop(): Promise<void>
}

type Answer = (request: Received, response: ServerResponse, number: number) => void

/** A server on this machine that ends with the test. */
export async function httpServer(answer: Answer, tls?: { key: string; cert: string }): Promise<TestServer> {
  const received: Received[] = []
  const listener: RequestListener = async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body })
    answer(received.at(-1)!, response, received.length)
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => closed(server)
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, received, stop }
}

/** An address at which nothing listens. */
export async function deadUrl(): Promise<string> {
  const { url, stop } = await httpServer(() => {})
  await stop()
  return url
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

function closed(server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
