import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { openStore } from '../../src/store/open-store.ts'
import { Store } from '../../src/store/store.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { textCodec } from './text-codec.ts'

let folder: string
let notices: string[]

beforeEach(() => {
  notices = []
})

function open(options: { fingerprint?: string; maxBytes?: number } = {}): Store {
  return new Store({ folder, fingerprint: 'v1', notice: (line) => notices.push(line), ...options })
}

/** A run that looks for some rows and makes those that are not there; returns which it had to make. */
async function run(keys: readonly string[], name = 'texts', store = open()): Promise<string[]> {
  const rows = await store.rows(name, textCodec)
  const made = keys.filter((key) => rows.get(key) === undefined)
  for (const key of made) rows.set(key, `${key} of ${name}`)
  for (const key of keys) expect(rows.get(key)).toBe(`${key} of ${name}`)
  await store.close()
  return made
}

const packs = () => readdirSync(folder).filter((name) => name.endsWith('.pack'))

function newFolder(): void {
  folder = join(temporaryFolder(), 'cache')
}

describe('a store', () => {
  it('gives back what an earlier run put into it', async () => {
    newFolder()
    expect(await run(['a', 'b'])).toEqual(['a', 'b'])
    expect(await run(['a', 'b'])).toEqual([])
    expect(await run(['b', 'c'])).toEqual(['c'])
    expect(notices).toEqual([])
  })

  it('gives back what this run put into it, to whoever asks by the same name', async () => {
    newFolder()
    const store = open()
    const rows = await store.rows('texts', textCodec)
    rows.set('a', 'A')
    expect((await store.rows('texts', textCodec)).get('a')).toBe('A')
    expect((await store.rows('others', textCodec)).get('a')).toBeUndefined()
  })

  it('takes nothing for what another name, program or runtime made', async () => {
    newFolder()
    await run(['a'])
    expect(await run(['a'], 'others')).toEqual(['a'])
    expect(await run(['a'], 'texts', open({ fingerprint: 'v2' }))).toEqual(['a'])
    expect(await run(['a'])).toEqual([])
  })

  it('writes nothing where nothing is new', async () => {
    newFolder()
    await run(['a'])
    const before = packs()
    await run(['a'])
    expect(packs()).toEqual(before)
  })

  it('makes no folder for a run that has nothing to keep', async () => {
    newFolder()
    await run([])
    expect(existsSync(folder)).toBe(false)
  })

  it('adds a pack a run, and makes one of them before they are many', async () => {
    newFolder()
    for (let turn = 0; turn < 12; turn++) {
      await run(['always', `turn ${turn}`])
      expect(packs().length).toBeLessThanOrEqual(4)
    }
  })

  it('keeps as many unused rows as used ones, for the way back to another branch', async () => {
    newFolder()
    const many = Array.from({ length: 40 }, (_, index) => `old ${index}`)
    await run(many)
    await run(['a', 'b'])
    expect(packs()).toHaveLength(1)
    const made = await run(many)
    expect(made.length).toBeGreaterThanOrEqual(36)
    expect(made.length).toBeLessThan(40)
  })

  it('is a cache to git and to backups', async () => {
    newFolder()
    await run(['a'])
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
    expect(readFileSync(join(folder, 'CACHEDIR.TAG'), 'utf8')).toMatch(/^Signature: 8a477f597d28d172789f06886806bc55\n/)
  })
})

describe('its size', () => {
  it('stays below the limit: what was not used for longest goes', async () => {
    newFolder()
    const age = (name: string, days: number) => {
      const then = new Date(statSync(join(folder, name)).mtimeMs - days * 86_400_000)
      utimesSync(join(folder, name), then, then)
    }
    await run(['a'], 'first')
    const [first] = packs()
    age(first!, 2)
    await run(['a'], 'second')
    const second = packs().find((name) => name !== first)
    age(second!, 3)
    await run(['a'], 'second')
    const bytes = statSync(join(folder, first!)).size
    await run(['a'], 'third', open({ maxBytes: 2.5 * bytes }))
    expect(packs()).toHaveLength(2)
    expect(packs()).not.toContain(first)
    expect(packs()).toContain(second)
  })
})

describe('what a killed run left', () => {
  it('is removed once nobody can be writing it', async () => {
    newFolder()
    await run(['a'])
    for (const name of ['tmp-old', 'tmp-new']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'part.pack'), 'half')
    }
    const then = new Date(statSync(join(folder, 'tmp-new')).mtimeMs - 2 * 3_600_000)
    utimesSync(join(folder, 'tmp-old'), then, then)
    await run(['a', 'b'])
    expect(readdirSync(folder).filter((name) => name.startsWith('tmp-'))).toEqual(['tmp-new'])
  })
})

describe('a damaged store', () => {
  it('costs time and one line a pack, and is mended', async () => {
    newFolder()
    await run(['a'])
    const [pack] = packs()
    writeFileSync(join(folder, pack!), readFileSync(join(folder, pack!)).subarray(1))
    expect(await run(['a'])).toEqual(['a'])
    expect(notices).toEqual([`a part of the cache is damaged and is made again: ${join(folder, pack!)}`])
    expect(await run(['a'])).toEqual([])
    expect(notices).toHaveLength(1)
  })

  it('is read around: a pack that is a folder, one that is empty, a strange file', async () => {
    newFolder()
    await run(['a'])
    const [pack] = packs()
    const [shelf] = pack!.split('-')
    mkdirSync(join(folder, `${shelf}-${'0'.repeat(64)}.pack`))
    writeFileSync(join(folder, `${shelf}-${'1'.repeat(64)}.pack`), '')
    writeFileSync(join(folder, 'strange.pack'), 'strange')
    expect(await run(['a', 'b'])).toEqual(['b'])
    expect(notices).toHaveLength(2)
  })

  it('is worked without where it cannot be written', async () => {
    const place = temporaryFolder()
    write(place, { file: 'not a folder' })
    folder = join(place, 'file', 'cache')
    expect(await run(['a'])).toEqual(['a'])
    expect(notices).toEqual([expect.stringContaining('cannot be written')])
  })
})

describe('the folder of the cache', () => {
  it('holds nothing else', () => {
    folder = temporaryFolder()
    write(folder, { 'notes.txt': 'mine' })
    const opening = () => openStore({ folder, runtime: 'v20', notice() {} })
    expect(opening).toThrow(UserError)
    expect(opening).toThrow(/notes\.txt/)
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  })

  it('may be empty, missing, or one that was made before', async () => {
    newFolder()
    for (let turn = 0; turn < 2; turn++) {
      const store = openStore({ folder, runtime: 'v20', notice: (line) => notices.push(line) })
      expect(await run(['a'], 'texts', store)).toEqual(turn === 0 ? ['a'] : [])
    }
    const other = openStore({ folder, runtime: 'v24', notice: (line) => notices.push(line) })
    expect(await run(['a'], 'texts', other)).toEqual(['a'])
    folder = temporaryFolder()
    expect(() => openStore({ folder, runtime: 'v20', notice() {} })).not.toThrow()
  })
})

it('may be shared by runs that write at the same time', async () => {
  newFolder()
  await Promise.all(Array.from({ length: 8 }, (_, index) => run(['all', `own ${index}`, `own ${index + 1}`])))
  expect(notices).toEqual([])
  expect(await run(['all'])).toEqual([])
  onTestFinished(() => expect(readdirSync(folder).filter((name) => name.startsWith('tmp-'))).toEqual([]))
})
