import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { download } from '../../../src/models/files/download.ts'
import { hubFiles } from '../../../src/models/files/hub-files.ts'

const signal = new AbortController().signal
const content = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251))
const whole = new Uint8Array(content)
const sha256 = createHash('sha256').update(content).digest('hex')
const gitHash = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
const revision = 'a'.repeat(40)

let folder: string
const servers: Server[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await rm(folder, { recursive: true, force: true })
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** As the hub's own storage answers: whole, or from where it is asked for. */
function sendContent(request: IncomingMessage, response: ServerResponse, headers: object = {}): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from, ...headers })
  response.end(request.method === 'HEAD' ? undefined : content.subarray(from))
}

/** Waits until a file has a size. */
async function hasSize(path: string, size: number): Promise<void> {
  for (;;) {
    const found = await stat(path).catch(() => null)
    if (found?.size === size) return
    await setImmediate()
  }
}

const options = (more: object = {}) => ({
  file: join(folder, 'model.onnx'),
  sha256: undefined,
  token: undefined,
  fetch,
  signal,
  pause: 1,
  ...more,
})

async function downloaded(url: string, more: object = {}) {
  return download(`${url}/owner/name/resolve/${revision}/model.onnx`, options(more))
}

async function names(): Promise<string[]> {
  return (await readdir(folder)).sort()
}

describe('a download', () => {
  test('follows the hub to its storage, and leaves the token at the hub', async () => {
    const authorized: (string | undefined)[] = []
    const storage = await serve((request, response) => {
      authorized.push(request.headers.authorization)
      sendContent(request, response)
    })
    const hub = await serve((request, response) => {
      expect(request.headers.authorization).toBe('Bearer hf_secret')
      response
        .writeHead(302, {
          location: `${storage.replace('127.0.0.1', 'localhost')}/blob`,
          'x-linked-etag': `"${sha256}"`,
        })
        .end()
    })
    expect(await downloaded(hub, { token: 'hf_secret' })).toEqual(whole)
    expect(authorized.every((value) => value === undefined)).toBe(true)
    expect(await names()).toEqual(['model.onnx', 'model.onnx.sha256'])
  })

  test('leaves the token at the hub where that leads to itself, unencrypted', async () => {
    const authorized: (string | null)[] = []
    const hub: typeof fetch = async (input, init) => {
      const url = String(input)
      authorized.push(new Headers(init?.headers).get('authorization'))
      if (!url.startsWith('https:')) return new Response(init?.method === 'HEAD' ? null : content)
      return new Response(null, { status: 302, headers: { location: url.replace('https:', 'http:') } })
    }
    expect(await downloaded('https://hub.test', { token: 'hf_secret', fetch: hub, sha256 })).toEqual(whole)
    expect(authorized).toEqual(['Bearer hf_secret', null, null])
  })

  test('refuses at once what is larger than can be read', async () => {
    let asked = 0
    const hub = await serve((request, response) => {
      if (request.method === 'HEAD') return sendContent(request, response)
      asked++
      response.writeHead(200, { 'content-length': 2 ** 31 })
      response.write(content)
    })
    await expect(downloaded(hub)).rejects.toThrow(/is too large\n +expected: at most 2147483647 bytes/)
    expect(asked).toBe(1)
  })

  test('goes on where a broken connection stopped', async () => {
    const ranges: (string | undefined)[] = []
    const hub = await serve((request, response) => {
      if (request.method === 'HEAD') return sendContent(request, response, { etag: `"${gitHash}"` })
      ranges.push(request.headers.range)
      if (ranges.length > 1) return sendContent(request, response)
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 2000))
      // It breaks when the first part is on the disk.
      void hasSize(join(folder, 'model.onnx.part'), 2000).then(() => response.destroy())
    })
    expect(await downloaded(hub)).toEqual(whole)
    expect(ranges[0]).toBeUndefined()
    expect(ranges[1]).toBe('bytes=2000-')
  })

  test('begins anew where the server knows no ranges', async () => {
    await writeFile(join(folder, 'model.onnx.part'), content.subarray(0, 100))
    const hub = await serve((request, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.end(request.method === 'HEAD' ? undefined : content)
    })
    expect(await downloaded(hub, { sha256 })).toEqual(whole)
  })

  test('begins anew where what lies there is not the beginning of it', async () => {
    await writeFile(join(folder, 'model.onnx.part'), Buffer.alloc(100, 'x'))
    const hub = await serve((request, response) => sendContent(request, response, { etag: `"${sha256}"` }))
    expect(await downloaded(hub)).toEqual(whole)
    expect(await names()).toEqual(['model.onnx', 'model.onnx.sha256'])
  })

  test('is whole though another run downloads the same', async () => {
    const asked: string[] = []
    let sent = () => {}
    const firstSent = new Promise<void>((resolve) => {
      sent = resolve
    })
    const part = join(folder, 'model.onnx.part')
    const hub = await serve(async (request, response) => {
      if (request.method === 'HEAD') return sendContent(request, response, { etag: `"${sha256}"` })
      const turn = asked.push(request.headers.range ?? 'all')
      if (turn === 1) {
        response.writeHead(200, { 'content-length': content.length })
        response.write(content.subarray(0, 2000))
        await firstSent
        response.end(content.subarray(2000))
      } else if (turn === 2) {
        // The other run is behind, and writes at the end of the same file.
        response.writeHead(206, { 'content-length': 3000 })
        response.write(content.subarray(2000, 2500))
        await hasSize(part, 2500)
        sent()
        await hasSize(part, content.length)
        response.end(content.subarray(2500))
      } else sendContent(request, response)
    })
    const first = downloaded(hub)
    await hasSize(part, 2000)
    const [one, other] = await Promise.all([first, downloaded(hub)])
    expect([one, other]).toEqual([whole, whole])
    expect(asked.slice(0, 2)).toEqual(['all', 'bytes=2000-'])
    expect((await names()).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('refuses what has another hash than the hub says, and keeps nothing of it', async () => {
    const hub = await serve((request, response) => sendContent(request, response, { etag: `"${'0'.repeat(64)}"` }))
    await expect(downloaded(hub)).rejects.toThrow(/not what it should be[\s\S]*0000000[\s\S]*found: +the hash/)
    expect(await names()).toEqual([])
  })

  test('refuses what has another hash than the user says, whatever the hub says', async () => {
    const hub = await serve((request, response) => sendContent(request, response, { etag: `"${sha256}"` }))
    await expect(downloaded(hub, { sha256: '1'.repeat(64) })).rejects.toThrow('not what it should be')
  })

  test('says that a file is not there, with no error', async () => {
    const hub = await serve((_request, response) => void response.writeHead(404).end())
    expect(await downloaded(hub)).toBeNull()
  })

  test('says that a model is gated', async () => {
    const hub = await serve((_request, response) => void response.writeHead(401).end())
    await expect(downloaded(hub)).rejects.toThrow(/may not be downloaded[\s\S]*status 401[\s\S]*tokenEnv/)
  })

  test('gives up on a server that fails for ever, and on redirects in a circle', async () => {
    const failing = await serve((_request, response) => void response.writeHead(503).end())
    await expect(downloaded(failing)).rejects.toThrow(/cannot be downloaded \(after 5 attempts\)[\s\S]*status 503/)
    const circle = await serve((_request, response) => void response.writeHead(302, { location: '/again' }).end())
    await expect(downloaded(circle)).rejects.toThrow(/more than 5 redirects/)
  })
})

describe('the files of a model on the hub', () => {
  const model = (hub: string, offline = false) =>
    hubFiles(
      { model: 'owner/name', revision, sha256: {}, hub },
      { folder, offline, token: () => undefined, fetch, signal },
    )

  test('are downloaded once, and read again without the hub', async () => {
    let asked = 0
    const hub = await serve((request, response) => {
      asked++
      sendContent(request, response, { etag: `"${sha256}"` })
    })
    expect(Buffer.from((await model(hub).read('onnx/model.onnx'))!)).toEqual(content)
    const before = asked
    expect(Buffer.from((await model(hub, true).read('onnx/model.onnx'))!)).toEqual(content)
    expect(asked).toBe(before)
  })

  test('are downloaded again where they were changed on the disk', async () => {
    const hub = await serve((request, response) => sendContent(request, response, { etag: `"${sha256}"` }))
    await model(hub).read('model.onnx')
    await writeFile(join(folder, 'owner--name', revision, 'model.onnx'), 'something else')
    expect(Buffer.from((await model(hub).read('model.onnx'))!)).toEqual(content)
  })

  test('that the hub says are not there are asked for once, and what it cannot find for another reason again', async () => {
    let asked = 0
    const hub = await serve((request, response) => {
      asked++
      response.writeHead(404, request.url?.includes('config') ? { 'x-error-code': 'EntryNotFound' } : {}).end()
    })
    for (const offline of [false, false, true]) expect(await model(hub, offline).read('config.json')).toBeNull()
    expect(asked).toBe(1)
    for (let turn = 0; turn < 2; turn++) expect(await model(hub).read('model.onnx')).toBeNull()
    expect(asked).toBe(3)
  })

  test('are not asked for in a run that may not', async () => {
    await expect(model('http://127.0.0.1:9', true).read('model.onnx')).rejects.toThrow(
      /never downloaded here[\s\S]*--offline/,
    )
    expect(existsSync(join(folder, 'owner--name'))).toBe(false)
  })
})
