import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Journal } from '../../src/store/journal.ts'
import { keyOf, type StoredRecord } from '../../src/store/record-file.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'

/** What another run does right after a folder was listed. */
const listed = vi.hoisted(() => ({ after: (): unknown => undefined }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const readdirSync = (...args: Parameters<typeof fs.readdirSync>) => {
    const names = fs.readdirSync(...args)
    listed.after()
    return names
  }
  return { ...fs, readdirSync }
})

const record = (name: string, value = name): StoredRecord => ({ key: keyOf([name]), value: Buffer.from(value) })

/** A run that has been silent for eleven minutes, and another that adds to the same folder. */
async function takenForKilled() {
  const folder = join(temporaryFolder(), 'model')
  const [silent, other] = [open(folder), open(folder)]
  await silent.journal.append([record('before')])
  const eleven = Date.now() / 1000 - 11 * 60
  utimesSync(join(folder, 'open-0001.records'), eleven, eleven)
  await other.journal.append([record('other')])
  return { folder, silent, other }
}

function open(folder: string) {
  const notices: string[] = []
  const journal = new Journal(folder, (line) => notices.push(line))
  const read = (name: string) => {
    const value = journal.get(keyOf([name]))
    return value && Buffer.from(value).toString()
  }
  return { journal, notices, read }
}

describe('a journal', () => {
  it('gives back what was appended, before it is closed and after', async () => {
    const folder = join(temporaryFolder(), 'model')
    const { journal, read } = open(folder)
    expect(read('a')).toBeUndefined()
    await journal.append([record('a'), record('b', '')])
    expect([read('a'), read('b'), open(folder).read('a')]).toEqual(['a', '', 'a'])
    await journal.close()
    expect([open(folder).read('a'), open(folder).read('b'), open(folder).journal.size]).toEqual(['a', '', 2])
  })

  it('holds any values, at places that floats can be read from', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.string(), fc.uint8Array({ maxLength: 40 })), { selector: ([name]) => name }),
        async (entries) => {
          const folder = join(temporaryFolder(), 'model')
          const { journal } = open(folder)
          await journal.append(entries.map(([name, value]) => ({ key: keyOf([name]), value })))
          await journal.close()
          const again = open(folder)
          for (const [name, value] of entries) {
            const found = again.journal.get(keyOf([name]))!
            expect([found.byteOffset % 4, Buffer.compare(found, value)]).toEqual([0, 0])
          }
          expect(again.notices).toEqual([])
        },
      ),
      { numRuns: 30 },
    )
  })

  it('cuts off what a killed run left unfinished, wherever it stopped, and keeps all before', async () => {
    const folder = join(temporaryFolder(), 'model')
    const { journal } = open(folder)
    await journal.append([record('first', 'whole')])
    const path = join(folder, 'open-0001.records')
    const whole = readFileSync(path).length
    await journal.append([record('second', 'a longer one')])
    const bytes = readFileSync(path)
    for (let length = bytes.length; length > whole; length--) {
      if (length < bytes.length) truncateSync(path, length)
      const { read, notices } = open(folder)
      expect(read('first')).toBe('whole')
      expect(read('second')).toBe(length === bytes.length ? 'a longer one' : undefined)
      expect(notices.length).toBe(length === bytes.length ? 0 : 1)
    }
    expect(open(folder).notices).toEqual([
      `1 bytes at the end of ${path} are no whole record and are left out: a run was killed there, or is writing it now`,
    ])
  })

  it('does not take zeros at the end of a file for a record', async () => {
    const folder = join(temporaryFolder(), 'model')
    await open(folder).journal.append([record('a')])
    appendFileSync(join(folder, 'open-0001.records'), Buffer.alloc(100))
    expect(open(folder)).toMatchObject({ notices: [expect.stringMatching(/^100 bytes at the end/)] })
    expect(open(folder).journal.size).toBe(1)
  })

  it('notices a changed byte, whichever it is', async () => {
    const folder = join(temporaryFolder(), 'model')
    const { journal } = open(folder)
    await journal.append([record('a', 'value')])
    await journal.close()
    const [name] = readdirSync(folder)
    const bytes = readFileSync(join(folder, name!))
    // The last bytes only fill up to a multiple of four.
    for (let at = 0; at < bytes.length - 3; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      writeFileSync(join(folder, name!), changed)
      expect(open(folder).read('a'), `byte ${at}`).toBeUndefined()
      expect(open(folder).notices[0]).toContain('the file is damaged')
    }
  })

  it('says of what is no file of records that it is damaged, and leaves it alone', async () => {
    const folder = join(temporaryFolder(), 'model')
    mkdirSync(folder)
    const pointer = join(folder, `${'0'.repeat(32)}.records`)
    writeFileSync(pointer, 'version https://git-lfs.github.com/spec/v1\n')
    const { journal, notices } = open(folder)
    expect(notices).toEqual([
      `43 bytes at the end of ${pointer} are no whole record: the file is damaged. What it held may be asked for again; restore it, or delete it`,
    ])
    await journal.append([record('a')])
    await journal.close()
    expect(existsSync(pointer)).toBe(true)
    expect(open(folder).read('a')).toBe('a')
  })

  it('is the same file whatever the order in which the same was added', async () => {
    const files = await Promise.all(
      [
        ['a', 'b', 'c'],
        ['c', 'a', 'b'],
      ].map(async (names) => {
        const folder = join(temporaryFolder(), 'model')
        const { journal } = open(folder)
        for (const name of names) await journal.append([record(name)])
        await journal.close()
        const found = readdirSync(folder)
        return found.map((name) => [name, readFileSync(join(folder, name), 'hex')])
      }),
    )
    expect(files[0]).toHaveLength(1)
    expect(files[1]).toEqual(files[0])
  })

  it('loses nothing of a run that was silent for so long that another took it for killed', async () => {
    const { folder, silent, other } = await takenForKilled()
    await other.journal.close()
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.records$/)])
    // What it appends now is on disk though it may be killed at any moment.
    await silent.journal.append([record('after')])
    const names = ['before', 'other', 'after']
    expect(names.map((name) => open(folder).read(name))).toEqual(names)
    await silent.journal.append([record('last')])
    await silent.journal.close()
    expect([...names, 'last'].map((name) => open(folder).read(name))).toEqual([...names, 'last'])
    expect(readdirSync(folder).filter((name) => name.startsWith('open-'))).toEqual([])
    expect([...open(folder).notices, ...silent.notices, ...other.notices]).toEqual([])
  })

  it('loses nothing of such a run whose next words would not fit into its file', async () => {
    const { folder, silent, other } = await takenForKilled()
    const large = (name: string) => ({ key: keyOf([name]), value: Buffer.alloc(20 * 2 ** 20, name) })
    await silent.journal.append([large('a')])
    const eleven = Date.now() / 1000 - 11 * 60
    utimesSync(join(folder, 'open-0001.records'), eleven, eleven)
    await other.journal.close()
    await silent.journal.append([large('b')])
    const again = open(folder)
    expect(['before', 'other'].map((name) => again.read(name))).toEqual(['before', 'other'])
    expect(['a', 'b'].map((name) => again.journal.get(keyOf([name]))?.length)).toEqual([20 * 2 ** 20, 20 * 2 ** 20])
    await silent.journal.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('open-'))).toEqual([])
    expect(open(folder).notices).toEqual([])
  })

  it('finds what is sealed at the very moment when the folder is looked at', async () => {
    const folder = join(temporaryFolder(), 'model')
    const writer = open(folder)
    await writer.journal.append([record('paid')])
    const left = join(folder, 'open-0001.records')
    const sealed = join(folder, `${'0'.repeat(32)}.records`)
    listed.after = () => existsSync(left) && renameSync(left, sealed)
    try {
      expect(open(folder).read('paid')).toBe('paid')
    } finally {
      listed.after = () => {}
    }
  })

  it('loses nothing where such a run only has to come to its end', async () => {
    const { folder, silent, other } = await takenForKilled()
    await Promise.all([other.journal.close(), silent.journal.close()])
    expect(['before', 'other'].map((name) => open(folder).read(name))).toEqual(['before', 'other'])
    expect(readdirSync(folder).filter((name) => name.startsWith('open-'))).toEqual([])
  })

  it('keeps what a killed run left, though several runs take it over at once', async () => {
    const folder = join(temporaryFolder(), 'model')
    for (const name of ['a', 'b', 'c']) await open(folder).journal.append([record(name)])
    const eleven = Date.now() / 1000 - 11 * 60
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), eleven, eleven)
    const runs = [1, 2, 3, 4].map((number) => ({ ...open(folder), number }))
    for (const { journal, number } of runs) await journal.append([record(`run ${number}`)])
    await Promise.all(runs.map(({ journal }) => journal.close()))
    const names = ['a', 'b', 'c', 'run 1', 'run 2', 'run 3', 'run 4']
    expect(names.map((name) => open(folder).read(name))).toEqual(names)
    expect(open(folder).notices).toEqual([])
    expect(readdirSync(folder).filter((name) => !/^[0-9a-f]{32}\.records$/.test(name))).toEqual([])
  })

  it('lets many runs put the same small files together at once', async () => {
    const folder = join(temporaryFolder(), 'model')
    for (let index = 0; index < 20; index++) {
      const { journal } = open(folder)
      await journal.append([record(`small ${index}`)])
      if (index < 15) await journal.close()
    }
    const runs = Array.from({ length: 5 }, (_, number) => ({ ...open(folder), number }))
    for (const { journal, number } of runs) await journal.append([record(`run ${number}`)])
    await Promise.all(runs.map(({ journal }) => journal.close()))
    const { journal, notices } = open(folder)
    expect([journal.size, notices, runs.flatMap((run) => run.notices)]).toEqual([25, [], []])
  })

  it('lets two runs add to one folder at a time', async () => {
    const folder = join(temporaryFolder(), 'model')
    const [one, other] = [open(folder), open(folder)]
    for (let turn = 0; turn < 20; turn++) {
      await Promise.all([one.journal.append([record(`one ${turn}`)]), other.journal.append([record(`other ${turn}`)])])
    }
    await Promise.all([one.journal.close(), other.journal.close()])
    expect(open(folder).journal.size).toBe(40)
    expect(open(folder).notices).toEqual([])
    expect(readdirSync(folder).filter((name) => name.startsWith('open'))).toEqual([])
  })

  it('takes up what a killed run left once nobody can be writing it', async () => {
    const folder = join(temporaryFolder(), 'model')
    const killed = open(folder)
    await killed.journal.append([record('paid')])
    const left = join(folder, 'open-0001.records')
    appendFileSync(left, 'torn')
    const later = open(folder)
    await later.journal.append([record('new')])
    await later.journal.close()
    expect(existsSync(left)).toBe(true)
    utimesSync(left, 0, 0)
    const last = open(folder)
    await last.journal.append([record('last')])
    await last.journal.close()
    expect(existsSync(left)).toBe(false)
    const { read, notices } = open(folder)
    expect([read('paid'), read('new'), read('last'), notices]).toEqual(['paid', 'new', 'last', []])
  })

  it('keeps the number of files bounded, and everything in them', async () => {
    const folder = join(temporaryFolder(), 'model')
    for (let turn = 0; turn < 60; turn++) {
      const { journal } = open(folder)
      await journal.append([record(`turn ${turn}`)])
      await journal.close()
      expect(readdirSync(folder).length).toBeLessThanOrEqual(16)
    }
    const { journal, read } = open(folder)
    expect(journal.size).toBe(60)
    expect(read('turn 0')).toBe('turn 0')
  })

  it('seals what is full as it is, so that closing rewrites no more than the last file', async () => {
    const folder = join(temporaryFolder(), 'model')
    const { journal } = open(folder)
    const large = Buffer.alloc(9 * 2 ** 20, 'x')
    for (let turn = 0; turn < 8; turn++) await journal.append([{ key: keyOf([`large ${turn}`]), value: large }])
    const sealed = readdirSync(folder).filter((name) => !name.startsWith('open'))
    expect(sealed).toHaveLength(2)
    const inodes = sealed.map((name) => statSync(join(folder, name)).ino)
    await journal.close()
    expect(sealed.map((name) => statSync(join(folder, name)).ino)).toEqual(inodes)
    for (const name of readdirSync(folder)) {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      expect(name).toBe(`${hash.slice(0, 32)}.records`)
    }
    const again = open(folder)
    expect([again.journal.size, again.notices]).toEqual([8, []])
    expect(Buffer.compare(again.journal.get(keyOf(['large 7']))!, large)).toBe(0)
  })

  it('is not made by a run that adds nothing', async () => {
    const folder = join(temporaryFolder(), 'model')
    await open(folder).journal.close()
    expect(existsSync(folder)).toBe(false)
  })

  it('goes on after it was closed', async () => {
    const folder = join(temporaryFolder(), 'model')
    const { journal, read } = open(folder)
    await journal.append([record('a')])
    await journal.close()
    await journal.append([record('b')])
    await journal.close()
    expect([read('a'), read('b'), open(folder).journal.size]).toEqual(['a', 'b', 2])
  })

  it('throws where it cannot write, then and ever after', async () => {
    const folder = join(temporaryFolder(), 'model')
    writeFileSync(folder, 'a file')
    const journal = new Journal(join(temporaryFolder(), 'other'), () => {})
    Object.defineProperty(journal, 'folder', { value: join(folder, 'inside') })
    await expect(journal.append([record('a')])).rejects.toThrow()
    await expect(journal.append([record('b')])).rejects.toThrow()
    expect(journal.get(keyOf(['a']))).toBeUndefined()
  })
})
