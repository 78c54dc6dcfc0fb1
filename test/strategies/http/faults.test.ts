import { describe, expect, it } from 'vitest'
import { selfSigned } from '../../support/engines/certificate.ts'
import { deadUrl, httpServer, sendJson } from '../../support/engines/http-server.ts'
import { ask, askAll, errorOf, openStrategy } from '../../support/engines/strategy.ts'

const open = (url: string, more: Record<string, unknown> = {}) =>
  openStrategy({ type: 'http', url, body: { q: '{{query}}', size: '{{k}}' }, retries: 0, ...more })

const hit = (path: string, score: unknown = 1, more = {}) => ({ id: path, path, score, ...more })

describe('an engine over HTTP that fails', () => {
  it('is down at the start: every question errs, the later ones without being asked', async () => {
    const url = await deadUrl()
    const { rankings, errors } = await askAll(await open(url, { concurrency: 1 }), 8)
    expect(rankings.size).toBe(0)
    expect(errors.get('q01')).toBe(`${url} cannot be asked: nothing listens there (ECONNREFUSED)`)
    expect(errors.get('q08')).toBe(
      `not asked, since 5 questions in a row failed, the last with: ${url} cannot be asked: nothing listens there (ECONNREFUSED)`,
    )
  })

  it('dies in the middle: what it answered counts, the rest errs', async () => {
    const server = await httpServer((_, response, number) => {
      if (number > 3) response.destroy()
      else sendJson(response, [hit('a.md')])
    })
    const { rankings, errors } = await askAll(await open(server.url, { concurrency: 1, maxFailures: 2 }), 8)
    expect([...rankings.keys()]).toEqual(['q01', 'q02', 'q03'])
    expect(errors.get('q04')).toMatch(/cannot be asked: the connection was closed \((UND_ERR_SOCKET|ECONNRESET)\)$/)
    expect(errors.get('q08')).toMatch(/^not asked, since 2 questions in a row failed/)
    expect(server.received).toHaveLength(5)
  })

  it('loses a connection once: the question is asked again', async () => {
    const server = await httpServer((_, response, number) => {
      if (number === 1) response.destroy()
      else sendJson(response, [hit('a.md')])
    })
    const { hits } = await ask(await open(server.url, { retries: 1 }))
    expect(hits.map(({ path }) => path)).toEqual(['a.md'])
    expect(server.received).toHaveLength(2)
  })

  it('is busy: it is asked again after the time that it says, and how often stands in the error', async () => {
    const server = await httpServer((_, response) => sendJson(response, 'slow down', 429, { 'retry-after': '0' }))
    expect(await errorOf(await open(server.url, { retries: 2 }))).toBe(
      `${server.url} answered 429 Too Many Requests: "slow down"; it is asked too often: see \`concurrency\` and \`requestsPerSecond\`; it asks to wait 0 s (3 attempts)`,
    )
    expect(server.received).toHaveLength(3)
  })

  it('asks for more time than there is: nobody waits for it', async () => {
    const server = await httpServer((_, response) => sendJson(response, '', 503, { 'retry-after': '3600' }))
    expect(await errorOf(await open(server.url, { retries: 2 }))).toBe(
      `${server.url} answered 503 Service Unavailable; it asks to wait 3600 s`,
    )
    expect(server.received).toHaveLength(1)
  })

  it('never answers: the question errs when its time is over', async () => {
    const server = await httpServer(() => {})
    expect(await errorOf(await open(server.url, { timeout: 0.05 }))).toBe('no answer within 0.05 s (`timeout`)')
  })

  it('answers too slowly: the headers come, and the rest does not', async () => {
    const server = await httpServer((_, response) => {
      response.writeHead(200)
      response.write('[')
    })
    expect(await errorOf(await open(server.url, { timeout: 0.05 }))).toBe('no answer within 0.05 s (`timeout`)')
  })

  it('answers garbage', async () => {
    const server = await httpServer((_, response) => response.end('<!doctype html>\n<title>Welcome</title>'))
    expect(await errorOf(await open(server.url))).toBe(
      'the answer is not JSON; it begins "<!doctype html> <title>Welcome</title>"',
    )
  })

  it('answers 200 with an error in it, where the config says where', async () => {
    const server = await httpServer((_, response) =>
      sendJson(response, { errors: [{ message: 'no index' }], hits: [] }),
    )
    expect(await errorOf(await open(server.url, { error: 'errors' }))).toBe(
      'the answer is an error (`errors`): [{"message":"no index"}]',
    )
  })

  it('answers 200 with an error and no hits, where the config says nothing', async () => {
    const server = await httpServer((_, response) => sendJson(response, { error: 'index not found' }))
    expect(await errorOf(await open(server.url))).toBe(
      'the answer has no list of hits in a usual place: name it with `hits.list`; keys of the answer: error; it begins {"error":"index not found"}',
    )
  })

  it.each([
    [{ error: 'index not found', results: [] }, 'the answer has no hits, and under `error` "index not found"'],
    [{ errors: [{ message: 'no' }], hits: [] }, 'the answer has no hits, and under `errors` [{"message":"no"}]'],
  ])('answers 200 with an error beside an empty list, where the config says nothing: %j', async (answer, said) => {
    const server = await httpServer((_, response) => sendJson(response, answer))
    expect(await errorOf(await open(server.url))).toBe(`${said}; say with the setting \`error\` what is one`)
    expect((await ask(await open(server.url, { error: 'other' }))).hits).toEqual([])
  })

  it.each([
    { error: null, errors: [], hits: [] },
    { error: false, hits: [] },
    { error: 0, hits: [] },
    { errors: {}, hits: [] },
    [],
  ])('answers that nothing was found, with no error in it: %j', async (answer) => {
    const server = await httpServer((_, response) => sendJson(response, answer))
    expect((await ask(await open(server.url))).hits).toEqual([])
  })

  it('answers with nothing at all', async () => {
    const server = await httpServer((_, response) => void response.end())
    expect(await errorOf(await open(server.url))).toBe('the answer is empty, and no JSON')
  })

  it('answers with paths that are none: each is named once, with its lines', async () => {
    const server = await httpServer((_, response) => sendJson(response, [{ path: 'x/y.md', lines: [1, 2] }]))
    expect(await errorOf(await open(server.url))).toMatch(/^its only hit is not in the knowledge base: x\/y\.md:1-2; /)
  })

  it.each([
    [8, ['mine: found nothing for any of 8 questions.']],
    [1, []],
  ])('never finds anything, and it is said of more questions than one: %i', async (questions, notices) => {
    const server = await httpServer((_, response) => sendJson(response, []))
    const opened = await open(server.url)
    await askAll(opened, questions)
    await opened.retriever.close?.()
    expect(opened.notices).toEqual(notices)
  })

  it('answers with 10,000 hits: the first of them count, and it is said', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => hit('a.md', 10_000 - index, { id: `h${index}` }))
    const server = await httpServer((_, response) => sendJson(response, many))
    const opened = await open(server.url)
    expect((await ask(opened)).hits.map(({ id }) => id)).toEqual(many.slice(0, 10).map(({ id }) => id))
    await opened.retriever.close?.()
    expect(opened.notices).toEqual([
      'mine: 1 question got more hits than asked for (at most 10000 instead of 10); the first 10 count.',
    ])
  })

  it('answers with duplicates: the first of each counts, and it is said', async () => {
    const server = await httpServer((_, response) =>
      sendJson(response, [hit('a.md', 3), hit('b.md', 2), hit('a.md', 1)]),
    )
    const opened = await open(server.url)
    expect((await ask(opened)).hits.map(({ path, score }) => [path, score])).toEqual([
      ['a.md', 3],
      ['b.md', 2],
    ])
    await opened.retriever.close?.()
    expect(opened.notices).toEqual(['mine: 1 hit of 1 question came twice; the first of each counts.'])
  })

  it('answers with pieces of one file that have neither ids nor lines: their texts tell them apart', async () => {
    const piece = (text: string, score: number) => ({ path: 'a.md', text, score })
    const server = await httpServer((_, response) => sendJson(response, [piece('x', 3), piece('y', 2), piece('x', 1)]))
    const opened = await open(server.url)
    expect((await ask(opened)).hits.map(({ id, path, text }) => [id, path, text])).toEqual([
      ['a.md#2d711642', 'a.md', 'x'],
      ['a.md#a1fce436', 'a.md', 'y'],
    ])
    await opened.retriever.close?.()
    expect(opened.notices).toEqual(['mine: 1 hit of 1 question came twice; the first of each counts.'])
  })

  it.each([
    ['NaN as a text', JSON.stringify([hit('a.md', 'NaN')]), 'hit 1 has the score "NaN", which is not a number'],
    [
      'NaN as Python writes it',
      '[{"id": "a.md", "score": NaN}]',
      'the answer is not JSON (NaN and Infinity are not JSON); it begins "[{"id": "a.md", "score": NaN}]"',
    ],
    ['a score for some', JSON.stringify([hit('a.md', 1), hit('b.md', null)]), '1 of 2 hits has no score'],
    [
      'an id as long as a book',
      JSON.stringify([{ id: 'x'.repeat(100_000) }]),
      `hit 1 has the id "${'x'.repeat(40)}…" of 100000 characters; no name is longer than 4096`,
    ],
    [
      'line 0',
      JSON.stringify([hit('a.md', 1, { lines: [0, 3] })]),
      'hit 1 has the startLine 0, and lines are whole numbers from 1',
    ],
  ])('answers with %s: an error of that question', async (_, body, message) => {
    const server = await httpServer((__, response) => sendJson(response, body))
    expect(await errorOf(await open(server.url))).toBe(message)
  })

  it('answers unsorted: by score, or as it came where the config says so', async () => {
    const server = await httpServer((_, response) =>
      sendJson(response, [hit('a.md', 1), hit('b.md', 3), hit('c.md', 2)]),
    )
    const paths = async (order: string) =>
      (await ask(await open(server.url, { hits: { order } }))).hits.map(({ path }) => path)
    expect(await paths('score')).toEqual(['b.md', 'c.md', 'a.md'])
    expect(await paths('engine')).toEqual(['a.md', 'b.md', 'c.md'])
  })

  it('answers with hits outside the knowledge base: they keep their rank, match nothing, and are counted', async () => {
    const server = await httpServer((_, response) => sendJson(response, [hit('old.md', 2), hit('a.md', 1)]))
    const opened = await open(server.url)
    const { hits } = await ask(opened)
    expect(hits.map(({ id, path, outside }) => [id, path, outside])).toEqual([
      ['old.md', undefined, true],
      ['a.md', 'a.md', undefined],
    ])
    await opened.retriever.close?.()
    expect(opened.notices).toEqual([
      'mine: 1 hit of 1 question maps to nothing in the knowledge base and counts as not relevant: old.md.',
    ])
  })

  it('answers with nothing but hits outside the knowledge base: an error, unless the config expects that', async () => {
    const server = await httpServer((_, response) => sendJson(response, [hit('/srv/a.md'), hit('/srv/b.md')]))
    expect(await errorOf(await open(server.url))).toBe(
      'none of its 2 hits is in the knowledge base: /srv/a.md, /srv/b.md; a.md is there: `hits.stripPrefix: /srv/`',
    )
    expect((await ask(await open(server.url, { hits: { outside: 'keep' } }))).hits).toHaveLength(2)
    const { hits } = await ask(await open(server.url, { hits: { stripPrefix: '/srv' } }))
    expect(hits.map(({ path }) => path)).toEqual(['a.md', 'b.md'])
  })

  it('writes a gigabyte: no more is read than an answer may have', async () => {
    let written = 0
    const part = Buffer.alloc(1_000_000, ' ')
    const server = await httpServer((_, response) => {
      const write = (): void => {
        while (written < 1e9 && !response.destroyed) {
          written += part.length
          if (!response.write(part)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    expect(await errorOf(await open(server.url, { maxBytes: 2_000_000 }))).toBe(
      'the answer is longer than 2000000 bytes (`maxBytes`)',
    )
    expect(written).toBeLessThan(50_000_000)
  })

  it('has a certificate that nobody vouches for: that is what the error says', async ({ skip }) => {
    const certificate = selfSigned() ?? skip('there is no openssl here to make a certificate')
    const server = await httpServer((_, response) => sendJson(response, []), certificate)
    expect(await errorOf(await open(server.url))).toBe(
      `the certificate of ${server.url} is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT); to trust it, give the file of its authority in NODE_EXTRA_CA_CERTS`,
    )
  })

  it('is left alone when the run is cancelled', async () => {
    const stop = new AbortController()
    const server = await httpServer(() => stop.abort(new Error('interrupted')))
    await expect(askAll(await open(server.url), 20, stop.signal)).rejects.toThrow('interrupted')
    expect(server.received.length).toBeLessThanOrEqual(4)
  })
})
