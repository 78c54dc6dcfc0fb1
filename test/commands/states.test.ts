import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EmptiedPlace } from '../../src/commands/states/emptied-place.ts'
import type { ListedPlace } from '../../src/commands/states/listed-place.ts'
import { emptiedText, listedText, loadedText } from '../../src/commands/states/states-text.ts'
import { type StatesFlags, states } from '../../src/commands/states.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { portsAt } from '../pipeline/workspace.ts'
import { deadUrl } from '../support/engines/http-server.ts'
import { realEngines } from '../support/engines/real-engines.ts'
import { query, type RealEngine, realKinds } from '../support/engines/real-kinds.ts'

type Entries = Readonly<Record<string, object>>

function writeGate(folder: string, strategies: Entries): void {
  const lines = Object.entries(strategies).map(([name, entry]) => `  ${name}: ${JSON.stringify(entry)}`)
  write(folder, {
    'retrieval-gate.yml': `documents: { include: ["docs/**"] }\nqueries: q.jsonl\nstrategies:\n${lines.join('\n')}\n`,
    'docs/a.md': 'Passwords are hashed.\n',
    'docs/b.md': 'Sessions expire.\n',
  })
}

/** What the command prints and ends with. */
async function run(folder: string, flags: StatesFlags = {}, env: Readonly<Record<string, string>> = {}) {
  const said: string[] = []
  const ports = { ...portsAt(folder), env, fetch, stdout: (text: string) => void said.push(text) }
  return { code: await states(flags, ports), stdout: said.join('') }
}

for (const { type, isThere, prepare } of realKinds)
  describe.skipIf(!isThere)(`\`index\` over the real engine ${type}`, () => {
    /** Two strategies that share a place, and one that loads nothing. */
    async function gated() {
      const engine = await prepare()
      const index = { name: engine.name }
      const vectors = { ...engine.entry, index, embedder: 'hashing' }
      const other =
        type === 'chroma'
          ? { ...vectors, index: { ...index, dimensions: 64 } }
          : { ...engine.entry, index, search: 'text' }
      writeGate(engine.workspace, { vectors, other, bm25: { type: 'bm25' } })
      return engine
    }

    async function listed({ workspace, env }: RealEngine, flags: StatesFlags = {}): Promise<ListedPlace> {
      const { code, stdout } = await run(workspace, { ...flags, json: true }, env)
      const { places } = JSON.parse(stdout) as { places: ListedPlace[] }
      expect([code, places.length]).toEqual([0, 1])
      return places[0]!
    }

    async function emptied({ workspace, env }: RealEngine, flags: StatesFlags = {}) {
      const { code, stdout } = await run(workspace, { ...flags, json: true, remove: true }, env)
      return { code, ...(JSON.parse(stdout) as { places: EmptiedPlace[] }).places[0]! }
    }

    it('lists nothing before anything is loaded, and finds nothing to remove', async () => {
      const engine = await gated()
      const { code, stdout } = await run(engine.workspace, {}, engine.env)
      expect(code).toBe(0)
      expect(stdout).toMatch(/^\w+ at \S+, \w+ t\w+_x_\.\.\.: nothing is loaded \(strategies vectors, other\)\n$/)
      expect(await emptied(engine)).toMatchObject({ code: 0, removed: [], left: [], others: 0 })
    })

    it('loads this checkout and evaluates nothing; lists the states, and which has the pieces of this checkout', async () => {
      const engine = await gated()
      const first = await listed(engine, { load: true })
      expect(first.states.map(({ thisCheckout }) => thisCheckout)).toEqual([true, true])
      write(engine.workspace, { 'docs/b.md': 'Sessions expire after thirty days.\n', 'docs/c.md': 'Cookies.\n' })
      const second = await listed(engine, { load: true, strategy: 'vectors' })
      const own = { embedder: 'hashing', strategies: ['vectors'], inUse: false }
      expect(second).toMatchObject({
        others: 1,
        states: [
          { ...own, pieces: 3, thisCheckout: true },
          { ...own, pieces: 2, thisCheckout: false },
        ],
      })
      const all = await listed(engine)
      expect(all.others).toBe(0)
      expect(all.states.map(({ strategies }) => strategies[0])).toEqual(['vectors', 'other', 'vectors'])
      expect(all.states.every(({ idleSeconds }) => idleSeconds >= 0 && idleSeconds < 60)).toBe(true)
    })

    it('says what it loaded: where, as what, how many pieces of which kind', async () => {
      const engine = await gated()
      const loaded = async () =>
        (await run(engine.workspace, { load: true }, engine.env)).stdout.split('\n').slice(0, 4)
      const state = new RegExp(`^  ${engine.name}_[0-9a-f]{24} in \\w+ at \\S+$`)
      const [vectors, first, other, second] = await loaded()
      expect([vectors, other]).toEqual(
        ['vectors', 'other'].map((one) => expect.stringMatching(`^${one}: loaded in .* m?s: 2 pieces, all sent$`)),
      )
      expect([first, second]).toEqual([expect.stringMatching(state), expect.stringMatching(state)])
      expect((await loaded())[0]).toMatch(/^vectors: nothing to load \(.* m?s\): 2 pieces, all unchanged$/)
      write(engine.workspace, { 'docs/c.md': 'Cookies.\n' })
      const { stdout } = await run(engine.workspace, { load: true, json: true }, engine.env)
      const { loaded: told } = JSON.parse(stdout) as { loaded: object[] }
      // The built-in embedders are fitted to all texts; words are not.
      const isWords = type !== 'chroma'
      expect(told).toEqual([
        expect.objectContaining({ strategy: 'vectors', pieces: 3, sent: 3, takenOver: 0, seconds: expect.any(Number) }),
        expect.objectContaining({ strategy: 'other', pieces: 3, sent: isWords ? 1 : 3, takenOver: isWords ? 2 : 0 }),
      ])
    })

    it('removes the states of one strategy when asked, then those of all', async () => {
      const engine = await gated()
      await run(engine.workspace, { load: true }, engine.env)
      expect(await emptied(engine, { strategy: 'other' })).toMatchObject({
        code: 0,
        removed: [expect.any(String)],
        others: 1,
      })
      expect((await listed(engine)).states).toMatchObject([{ strategies: ['vectors'] }])
      expect(await engine.holdings()).toBe(1)
      // Of settings that the config has no more.
      await run(engine.workspace, { load: true, strategy: 'other' }, engine.env)
      writeGate(engine.workspace, { vectors: { ...engine.entry, index: { name: engine.name }, embedder: 'lsa' } })
      expect((await listed(engine)).states.map(({ strategies }) => strategies)).toEqual([[], []])
      expect(await emptied(engine)).toMatchObject({ code: 0, removed: [expect.any(String), expect.any(String)] })
      expect(await engine.holdings()).toBe(0)
      expect(await engine.names()).toEqual([])
    })
  })

describe.skipIf(realEngines === null)('`index` over strategies of one PostgreSQL', () => {
  const user = `owner_${process.pid}`
  const schema = `kb_${process.pid}`

  it('lists those apart whose tables are in different schemas, by the session, the address or the user', async () => {
    await query(`create schema ${schema}`)
    await query(`create role ${user} login`)
    await query(`create schema ${user} authorization ${user}`)
    onTestFinished(async () => {
      await query(`drop schema ${schema}, ${user} cascade`)
      await query(`drop role ${user}`)
    })
    const env = { DATABASE_URL: realEngines!.postgresql, OPTIONS: '', OWNER: '', AGAIN: '' }
    const address = new URL(env.DATABASE_URL)
    env.OPTIONS = `${address}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
    env.AGAIN = `${address}?application_name=other`
    address.username = user
    env.OWNER = address.href
    const entry = { type: 'pgvector', index: { name: `t${process.pid}_homes` }, search: 'text' }
    const folder = temporaryFolder()
    writeGate(folder, {
      plain: entry,
      again: { ...entry, urlEnv: 'AGAIN' },
      session: { ...entry, session: { search_path: schema } },
      options: { ...entry, urlEnv: 'OPTIONS' },
      owner: { ...entry, urlEnv: 'OWNER' },
    })
    onTestFinished(async () => void (await run(folder, { remove: true }, env)))
    await run(folder, { load: true, strategy: 'options' }, env)
    const { code, stdout } = await run(folder, {}, env)
    expect(code).toBe(0)
    const title = `PostgreSQL at ${address.host}${address.pathname}, tables t${process.pid}_homes_...`
    expect(stdout).toContain(`${title} (schema public): nothing is loaded (strategies plain, again)\n`)
    expect(stdout).toContain(`${title} (schema ${schema}): 1 state (strategies session, options)\n`)
    expect(stdout).toContain(`${title} (schema ${user}): nothing is loaded (strategy owner)\n`)
  })
})

describe('`index` without an engine', () => {
  const lone = (strategies: Entries) => {
    const folder = temporaryFolder()
    writeGate(folder, strategies)
    return folder
  }

  it('says so where no strategy loads anything', async () => {
    await expect(run(lone({ bm25: { type: 'bm25' } }))).rejects.toThrow(
      'no strategy of the config loads the knowledge base into an engine\n  to do:    that is what `index: {}` is for',
    )
  })

  it('names the strategies that do, where the one that is asked for does not', async () => {
    const folder = lone({ bm25: { type: 'bm25' }, db: { type: 'pgvector', index: {}, search: 'text' } })
    await expect(run(folder, { strategy: 'bm25' })).rejects.toThrow(
      'the strategy bm25 loads nothing: it has no `index`\n  expected: db, with `index`',
    )
    await expect(run(folder, { strategy: 'nope' })).rejects.toThrow(
      /^the config has no strategy nope\n {2}expected: db, with `index`$/,
    )
    await expect(run(folder, { strategy: 'dbb' })).rejects.toThrow('did you mean `db`?')
    await expect(run(folder)).rejects.toThrow('the environment variable DATABASE_URL is not set')
  })

  it('goes on with the other engines where one cannot be reached, and exits 2', async () => {
    const folder = lone({
      one: { type: 'chroma', url: await deadUrl(), index: {}, embedder: 'hashing' },
      two: { type: 'chroma', url: await deadUrl(), index: {}, embedder: 'hashing' },
    })
    const { code, stdout } = await run(folder, { remove: true })
    expect(code).toBe(2)
    const failed =
      /Chroma at 127\.0\.0\.1:\d+, collections retrieval_gate_\.\.\.: FAILED\n {2}http:\S+ cannot be asked: nothing listens there/
    expect(stdout.match(new RegExp(failed, 'g'))).toHaveLength(2)
    expect(JSON.parse((await run(folder, { json: true })).stdout).places).toEqual([
      { title: expect.any(String), error: expect.stringContaining('ECONNREFUSED') },
      { title: expect.any(String), error: expect.stringContaining('ECONNREFUSED') },
    ])
  })
})

describe('what `index` prints', () => {
  const state = {
    pieces: 120,
    embedder: 'ours',
    strategies: ['a', 'b'],
    idleSeconds: 7300,
    inUse: true,
    thisCheckout: true,
  }

  it('is a line a state, with what is to be known about it', () => {
    const old = {
      ...state,
      name: 'kb_2',
      embedder: null,
      strategies: [],
      idleSeconds: 90_000,
      inUse: false,
      thisCheckout: false,
    }
    const place = { title: 'T', strategies: ['a', 'b'], states: [{ ...state, name: 'kb_1' }, old], others: 0 }
    expect(listedText(place)).toBe(`T: 2 states (strategies a, b)
  name  pieces  vectors  strategies     last used
  kb_1  120     ours     a, b           2 hours ago  this checkout; a run uses it
  kb_2  120     none     none any more  1 day ago
`)
  })

  it('is what was loaded, and what of it was there', () => {
    const one = { strategy: 'words', at: 'E', state: 'kb_1', pieces: 120, seconds: 0.25 }
    expect(loadedText({ ...one, sent: 120, takenOver: 0 })).toBe(
      'words: loaded in 250 ms: 120 pieces, all sent\n  kb_1 in E\n',
    )
    expect(loadedText({ ...one, seconds: 3.21, sent: 4, takenOver: 116 })).toBe(
      'words: loaded in 3.2 s: 120 pieces, 4 new or changed and sent, 116 unchanged and taken over from another state\n  kb_1 in E\n',
    )
    expect(loadedText({ ...one, sent: 0, takenOver: 0 })).toBe(
      'words: nothing to load (250 ms): 120 pieces, all unchanged\n  kb_1 in E\n',
    )
  })

  it('says which states stay, and why', () => {
    const place = { title: 'T', removed: ['kb_1'], left: ['kb_2'], others: 1 }
    expect(emptiedText(place)).toBe(`T: removed 1 state
  left kb_2: a run uses it, or was killed in the last half hour
  1 state of other strategies not counted
`)
    expect(emptiedText({ ...place, removed: [], others: 0 })).toMatch(/^T: removed nothing\n {2}left kb_2/)
    expect(emptiedText({ title: 'T', removed: [], left: [], others: 0 })).toBe('T: nothing to remove\n')
  })
})
