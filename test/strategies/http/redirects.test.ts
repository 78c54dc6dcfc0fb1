import { describe, expect, it } from 'vitest'
import { httpServer, sendJson } from '../../support/engines/http-server.ts'
import { ask, errorOf, openStrategy } from '../../support/engines/strategy.ts'

const HEADERS = { Authorization: 'Bearer {{env.KEY}}', 'X-Custom': 'key {{env.KEY}}', 'X-Plain': 'plain' }
const env = { KEY: 'very-secret' }

const redirecting = (to: () => string, status = 307) =>
  httpServer(({ url }, response) => {
    if (url === '/found') return sendJson(response, ['a.md'])
    response.writeHead(status, { location: to() })
    response.end()
  })

const open = (url: string, more = {}) =>
  openStrategy({ type: 'http', url, headers: HEADERS, body: { q: '{{query}}' }, retries: 0, ...more }, { env })

describe('a redirect', () => {
  it('to another host is followed without credentials', async () => {
    const other = await httpServer((_, response) => sendJson(response, ['a.md']))
    const { url } = await redirecting(() => `${other.url}/found`)
    expect((await ask(await open(url), 'who?')).hits).toHaveLength(1)
    expect(other.received[0]).toMatchObject({ method: 'POST', body: '{"q":"who?"}', headers: { 'x-plain': 'plain' } })
    expect(JSON.stringify(other.received[0]!.headers)).not.toContain('very-secret')
  })

  it('on the same host keeps them', async () => {
    const server = await redirecting(() => '/found')
    expect((await ask(await open(server.url))).hits).toHaveLength(1)
    expect(server.received[1]?.headers).toMatchObject({ authorization: 'Bearer very-secret' })
  })

  it('that would turn a question into a GET is an error that names the new address', async () => {
    const { url } = await redirecting(() => 'http://elsewhere.example/search', 301)
    expect(await errorOf(await open(url))).toContain(
      'it has moved to http://elsewhere.example/search; write that as `url`',
    )
  })

  it('in a circle ends', async () => {
    const { url } = await redirecting(() => '/again')
    expect(await errorOf(await open(url))).toBe(`${url} redirects in a circle`)
  })

  it('to something that is no web address is refused', async () => {
    const { url } = await redirecting(() => 'file:///etc/passwd')
    expect(await errorOf(await open(url))).toBe(`${url} redirects to file:, which is not followed`)
  })
})

describe('a secret', () => {
  it('is not in a message, even where the engine repeats it', async () => {
    const { url } = await httpServer(({ headers }, response) =>
      sendJson(response, { denied: headers.authorization }, 403),
    )
    expect(await errorOf(await open(url))).toBe(
      `${url} answered 403 Forbidden: "{"denied":"Bearer ***"}"; may the key do this? It is in the variable KEY (header \`Authorization\`)`,
    )
  })

  it('that is not set is a mistake before anything is asked', async () => {
    const settings = { type: 'http', url: 'http://127.0.0.1:1/', headers: HEADERS, body: { q: '{{query}}' } }
    await expect(openStrategy(settings)).rejects.toThrow('the environment variable KEY is not set')
  })
})
