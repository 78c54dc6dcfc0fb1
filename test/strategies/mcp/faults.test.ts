import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'
import { selfSigned } from '../../support/engines/certificate.ts'
import { writeFoundHits } from '../../support/engines/found-hits.ts'
import { deadUrl, httpServer, sendJson } from '../../support/engines/http-server.ts'
import { mcpHttpServer } from '../../support/engines/mcp-http-server.ts'
import { searchServer } from '../../support/engines/sdk-server.ts'
import { ask, askAll, errorOf, openStrategy } from '../../support/engines/strategy.ts'
import { repository } from '../../support/repository-files.ts'

const server = join(repository, 'test/support/engines/faulty-server.mjs')

const open = (mode: string, more: Record<string, unknown> = {}, options = {}) =>
  openStrategy({ type: 'mcp', command: [process.execPath, server, mode], retries: 0, ...more }, options)

describe('an MCP server over stdio that fails', () => {
  it('is a program that does not exist', async () => {
    const opened = await openStrategy({ type: 'mcp', command: ['no-such-program-here', 'serve.py'] })
    expect(await errorOf(opened)).toBe('`no-such-program-here serve.py` cannot be asked: there is no such program')
  })

  it('dies at the start: every question errs with what it says, and it is not started for ever', async () => {
    const { rankings, errors } = await askAll(await open('dies-at-start', { restarts: 1, concurrency: 1 }), 7)
    expect(rankings.size).toBe(0)
    expect(errors.get('q01')).toMatch(
      /^`.*dies-at-start` cannot be asked: .*; its stderr ends with "Traceback \(most recent call last\): MemoryError: the model is not there"$/,
    )
    expect(errors.get('q03')).toMatch(/is not started again after 1 restart \(`restarts`\)$/)
    expect(errors.get('q07')).toMatch(/^not asked, since 5 questions in a row failed/)
  })

  it('dies in the middle: it is started again, and the question asked again', async () => {
    const { rankings, errors } = await askAll(await open('dies-once', { retries: 1, concurrency: 1 }), 4)
    expect([...errors]).toEqual([])
    expect(rankings.size).toBe(4)
  })

  it('dies again and again: it is started so often, and then no more', async () => {
    const { rankings, errors } = await askAll(await open('dies-always', { restarts: 1, concurrency: 1 }), 8)
    expect([...rankings.keys()]).toEqual(['q01', 'q02', 'q04', 'q05'])
    expect(errors.get('q03')).toMatch(/ ended: .*MemoryError: out of memory"$/)
    expect(errors.get('q07')).toMatch(/is not started again after 1 restart/)
  })

  it('never answers a question: that errs when its time is over', async () => {
    expect(await errorOf(await open('never', { timeout: 0.1 }))).toBe('no answer within 0.1 s (`timeout`)')
  })

  it('works on one question for ever: that one errs, and it is started again for the others', async () => {
    const { rankings, errors } = await askAll(await open('blocks-once', { timeout: 0.5, concurrency: 1 }), 4)
    expect([...errors]).toEqual([['q02', 'no answer within 0.5 s (`timeout`)']])
    expect([...rankings.keys()]).toEqual(['q01', 'q03', 'q04'])
  })

  it('works on every question for ever: it is started so often, and then no more', async () => {
    const { errors } = await askAll(await open('blocks', { timeout: 0.3, restarts: 1, concurrency: 1 }), 3)
    expect(errors.get('q02')).toBe('no answer within 0.3 s (`timeout`)')
    expect(errors.get('q03')).toMatch(/is not started again after 1 restart \(`restarts`\)$/)
  })

  it('never answers one question, and the others: that one is cancelled, and it goes on', async () => {
    const opened = await open('counts', { timeout: 0.5, concurrency: 1, restarts: 0 })
    const { rankings, errors } = await askAll(opened, 4)
    expect([...errors.keys()]).toEqual(['q02'])
    const said = (id: string) => JSON.parse(rankings.get(id)!.hits[0]!.text!)
    expect(said('q01')).toEqual({ calls: 1, cancelled: [] })
    expect(said('q04')).toEqual({ calls: 4, cancelled: [expect.any(Number)] })
  })

  it('never says that it is there: nobody waits for ever', async () => {
    expect(await errorOf(await open('silent', { startTimeout: 0.2 }))).toMatch(
      /^`.* silent` cannot be asked: it was not ready within 0\.2 s \(`startTimeout`\)$/,
    )
  })

  it('answers with an error beside an empty list, where the config says nothing', async () => {
    expect(await errorOf(await open('error-beside-nothing'))).toBe(
      'the answer has no hits, and under `error` "the index is being rebuilt"; say with the setting `error` what is one',
    )
  })

  it('answers garbage', async () => {
    expect(await errorOf(await open('garbage'))).toBe(
      'the tool answered with text that is not JSON; it begins "I found three documents about that!"',
    )
  })

  it('answers with an error, which is never "no hits"', async () => {
    expect(await errorOf(await open('error'))).toBe('the tool answered with an error: "the index is being rebuilt"')
  })

  it('has no such tool: those that it has are named', async () => {
    expect(await errorOf(await open('no-tool'))).toBe('the server has no tool `search`; it has `find`, `fetch`')
  })

  it('writes to its standard output what is no message: that is passed over', async () => {
    expect((await ask(await open('noisy'))).hits).toHaveLength(2)
  })

  it('writes a gigabyte: no more is kept than an answer may have', async () => {
    expect(await errorOf(await open('gigabyte', { maxBytes: 2_000_000 }))).toMatch(
      / ended: ReadBuffer exceeded maximum size of 2000000 bytes$/,
    )
  })

  it.each([
    [
      '10,000 hits',
      'many',
      10,
      'mine: 1 question got more hits than asked for (at most 10000 instead of 10); the first 10 count.',
    ],
    ['duplicates', 'duplicates', 2, 'mine: 1 hit of 1 question came twice; the first of each counts.'],
    [
      'hits outside the knowledge base',
      'outside',
      2,
      'mine: 1 hit of 1 question maps to nothing in the knowledge base and counts as not relevant: old.md.',
    ],
  ])('answers with %s: it is said', async (_, mode, count, notice) => {
    const opened = await open(mode)
    expect((await ask(opened)).hits).toHaveLength(count)
    await opened.retriever.close?.()
    expect(opened.notices).toEqual([notice])
  })

  it('answers with NaN: an error of that question', async () => {
    expect(await errorOf(await open('nan'))).toMatch(
      /^the tool answered with text that is not JSON \(NaN and Infinity are not JSON\)/,
    )
  })

  it('answers unsorted: by score, or as it came where the config says so', async () => {
    const paths = async (order: string) =>
      (await ask(await open('unsorted', { hits: { order } }))).hits.map(({ path }) => path)
    expect(await paths('score')).toEqual(['b.md', 'a.md'])
    expect(await paths('engine')).toEqual(['a.md', 'b.md'])
  })

  it('is told the question and how many hits under the names of its schema, or of the config', async () => {
    const said = async (more: Record<string, unknown>) =>
      JSON.parse((await ask(await open('echo', more), 'a "question"', 7)).hits[0]!.text!)
    expect(await said({})).toEqual({ q: 'a "question"', top_k: 7 })
    expect(await said({ arguments: { text: 'About {{query}}', n: '{{k}}', deep: { of: ['{{k}}!'] } } })).toEqual({
      text: 'About a "question"',
      n: 7,
      deep: { of: ['7!'] },
    })
  })
})

describe('an MCP server over HTTP that fails', () => {
  const at = (url: string, more: Record<string, unknown> = {}) =>
    openStrategy({ type: 'mcp', url, retries: 0, ...more })

  it('is down', async () => {
    const url = await deadUrl()
    expect(await errorOf(await at(`${url}/mcp`))).toContain('nothing listens there (ECONNREFUSED)')
  })

  it.each([
    [401, 'Unauthorized', '; is the key right, and still valid? It is in the variable KEY (header `Authorization`)'],
    [403, 'Forbidden', '; may the key do this? It is in the variable KEY (header `Authorization`)'],
    [404, 'Not Found', '; is `url`, which often ends in `/mcp`, right?'],
    [
      429,
      'Too Many Requests',
      '; it is asked too often: see `concurrency` and `requestsPerSecond`, or the quota of the key, which is in the variable KEY (header `Authorization`)',
    ],
    [500, 'Internal Server Error', ''],
  ])('answers %i: the address, the key and what to do are named', async (status, name, advice) => {
    const { url } = await httpServer((_, response) => sendJson(response, 'no', status))
    const settings = {
      type: 'mcp',
      url: `${url}/api?key=1`,
      retries: 0,
      headers: { Authorization: 'Bearer {{env.KEY}}' },
    }
    const opened = await openStrategy(settings, { env: { KEY: 'very-secret' } })
    expect(await errorOf(opened)).toBe(`${url}/api answered ${status} ${name}: "no"${advice}`)
  })

  it('is busy at first: it is asked again after the time that it says', async () => {
    const found = join(temporaryFolder(), 'found.json')
    writeFoundHits(found, { 'what is it?': [{ id: 'a.md', score: 1 }] })
    const real = await mcpHttpServer(() => searchServer(found))
    let busy = 2
    const impatient = async (url: string | URL | Request, init?: RequestInit) =>
      init?.method === 'POST' && busy-- > 0
        ? new Response('later', { status: 429, headers: { 'retry-after': '0' } })
        : fetch(url, init)
    const context = { fetch: impatient as typeof fetch }
    const opened = await openStrategy({ type: 'mcp', url: real, retries: 2 }, { context })
    expect((await ask(opened)).hits).toHaveLength(1)
    busy = 1
    expect((await ask(opened)).hits).toHaveLength(1)
    busy = Number.POSITIVE_INFINITY
    expect(await errorOf(opened)).toBe(
      `${real} answered 429: "later"; it is asked too often: see \`concurrency\` and \`requestsPerSecond\`; it asks to wait 0 s (3 attempts)`,
    )
  })

  it('answers garbage', async () => {
    const { url } = await httpServer((_, response) => response.end('<!doctype html>'))
    expect(await errorOf(await at(url))).toMatch(/cannot be asked: /)
  })

  it('never answers', async () => {
    const { url } = await httpServer(() => {})
    expect(await errorOf(await at(url, { startTimeout: 0.2 }))).toMatch(/cannot be asked/)
  })

  it('writes a gigabyte: no more is read than an answer may have', async () => {
    let written = 0
    const part = Buffer.alloc(1_000_000, ' ')
    const { url } = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const write = (): void => {
        while (written < 1e9 && !response.destroyed) {
          written += part.length
          if (!response.write(part)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    expect(await errorOf(await at(url, { maxBytes: 2_000_000 }))).toContain('longer than 2000000 bytes')
    expect(written).toBeLessThan(100_000_000)
  })

  it('goes away in the middle: the questions after that err, each with the reason', async () => {
    const found = join(temporaryFolder(), 'found.json')
    writeFoundHits(found, { 'question 1': [{ id: 'a.md', score: 1 }], 'question 2': [{ id: 'a.md', score: 1 }] })
    let calls = 0
    const url = await mcpHttpServer(() => {
      if (++calls > 4) throw new Error('out of memory')
      return searchServer(found)
    })
    const { rankings, errors } = await askAll(await at(url, { concurrency: 1, maxFailures: 2 }), 8)
    expect(rankings.size + errors.size).toBe(8)
    expect(rankings.size).toBeGreaterThan(0)
    expect(errors.get('q08')).toMatch(/^not asked, since 2 questions in a row failed/)
  })

  it('redirects to another host: no credentials go there', async () => {
    const other = await httpServer((_, response) => sendJson(response, {}))
    const { url } = await httpServer((_, response) => {
      response.writeHead(307, { location: other.url })
      response.end()
    })
    const headers = { Authorization: 'Bearer {{env.KEY}}' }
    const opened = await openStrategy({ type: 'mcp', url, headers, retries: 0 }, { env: { KEY: 'very-secret' } })
    expect(await errorOf(opened)).toMatch(/redirect/)
    expect(other.received).toEqual([])
  })

  it('has a certificate that nobody vouches for', async ({ skip }) => {
    const certificate = selfSigned() ?? skip('there is no openssl here to make a certificate')
    const { url } = await httpServer((_, response) => sendJson(response, {}), certificate)
    expect(await errorOf(await at(url))).toContain('is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)')
  })
})
