import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../src/config/load-config.ts'
import {
  downloadFolder,
  downloadPrefix,
  keyPrefixes,
  modelsFolder,
  storeFolder,
} from '../../../src/github/cache/cached-folders.ts'
import type { CacheReply, CacheTask } from '../../../src/github/cache/client.ts'
import { SharedCache, type SharedCacheOptions } from '../../../src/github/cache/shared-cache.ts'
import { hubFiles } from '../../../src/models/files/hub-files.ts'
import { registries } from '../../../src/registries.ts'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'

const PLATFORM = { os: 'linux', arch: 'x64', node: 'v24.1.0' }
const config = parseConfig('queries: q.jsonl', 'retrieval-gate.yml', registries)
const prefixes = keyPrefixes({ config, platform: PLATFORM })

const pack = (letter: string) => `${letter.repeat(24)}-${letter.repeat(64)}.pack`
const PACK = `.retrieval-gate/cache/${pack('a')}`
const RECORDS = `.retrieval-gate/models/some-model/${'b'.repeat(32)}.records`

type Answer = (task: CacheTask, root: string) => CacheReply

interface Options {
  /** What is asked of the client, and where its archive's paths are relative to -> what it answers. */
  readonly answer?: Answer
  more?(workspace: string): Partial<SharedCacheOptions>
}

function setUp({ answer = () => ({ key: null }), more = () => ({}) }: Options = {}) {
  const workspace = temporaryFolder()
  const lines: string[] = []
  const tasks: CacheTask[] = []
  const cache = new SharedCache({
    client: async (task, { env }) => {
      tasks.push(task)
      return answer(task, env.GITHUB_WORKSPACE ?? '')
    },
    folders: [storeFolder(workspace, PLATFORM), modelsFolder(join(workspace, '.retrieval-gate/models'))],
    prefixes,
    workspace,
    env: { RUNNER_TEMP: temporaryFolder(), GITHUB_RUN_ID: '7' },
    limit: 1000,
    signal: new AbortController().signal,
    log: { info: (line) => void lines.push(line) },
    ...more(workspace),
  })
  const put = (path: string, text = 'x', root = workspace) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { workspace, lines, tasks, cache, put, has: (path: string) => existsSync(join(workspace, path)) }
}

/** An archive with these files, under a key. */
const archive =
  (files: Readonly<Record<string, string>>, key = `${prefixes[0]}1`): Answer =>
  ({ restoreKeys }, root) => {
    if (restoreKeys === undefined) return { key: 'kept' }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return { key }
  }

describe('restoring', () => {
  it('asks for the same config first, then for the same program, then for what models made for any', async () => {
    const { cache, tasks } = setUp()
    await cache.restore()
    expect(tasks).toMatchObject([
      { restoreKeys: prefixes, paths: ['.retrieval-gate/cache/*.pack', '.retrieval-gate/models/*/*.records'] },
    ])
    const [exact, alike, any] = prefixes
    expect(exact.startsWith(alike) && alike.startsWith(any)).toBe(true)
    expect(alike).toMatch(/^retrieval-gate-1-linux-x64-v24\.1\.0-[0-9a-f]{16}-$/)
  })

  it('puts the files where they belong, and makes the folder known as a cache', async () => {
    const { cache, has, lines } = setUp({ answer: archive({ [PACK]: 'packed', [RECORDS]: 'paid for' }) })
    await cache.restore()
    expect([PACK, RECORDS, '.retrieval-gate/cache/CACHEDIR.TAG'].map(has)).toEqual([true, true, true])
    expect(lines).toEqual([`Cache: restored from an earlier run: 2 files of ${prefixes[0]}1`])
  })

  it('takes of another version only what models made', async () => {
    const { cache, has } = setUp({
      answer: archive({ [PACK]: 'packed', [RECORDS]: 'paid for' }, `${prefixes[2]}of-old`),
    })
    await cache.restore()
    expect([has(PACK), has(RECORDS)]).toEqual([false, true])
  })

  it('poisoned cache: takes no file that the folders do not hold, no link, and none over another', async () => {
    const { cache, put, has, workspace } = setUp({
      answer: (_task, root) => {
        const write = archive({
          [PACK]: 'theirs',
          'docs/page.md': 'theirs',
          '.retrieval-gate/cache/evil.sh': 'theirs',
          '.retrieval-gate/models/some-model/open-0001.records': 'theirs',
        })
        symlinkSync('/etc/passwd', join(root, 'linked'))
        mkdirSync(join(root, '.retrieval-gate/cache'), { recursive: true })
        symlinkSync('/etc/passwd', join(root, '.retrieval-gate/cache', pack('c')))
        return write({ paths: [], key: '', restoreKeys: [] }, root)
      },
    })
    put(PACK, 'ours')
    await cache.restore()
    expect(readFileSync(join(workspace, PACK), 'utf8')).toBe('ours')
    const others = ['docs/page.md', 'linked', '.retrieval-gate/cache/evil.sh', `.retrieval-gate/cache/${pack('c')}`]
    expect(others.map(has)).toEqual([false, false, false, false])
    expect(has('.retrieval-gate/models/some-model/open-0001.records')).toBe(false)
  })
})

describe('keeping', () => {
  it('is left out where there is nothing new', async () => {
    const { cache, tasks } = setUp({ answer: archive({ [PACK]: 'packed' }) })
    await cache.restore()
    await cache.save()
    expect(tasks).toHaveLength(1)
  })

  it('goes under a key that tells contents apart', async () => {
    const keyOf = async (path: string) => {
      const { cache, tasks, put } = setUp()
      await cache.restore()
      put(path)
      await cache.save()
      return tasks[1]?.key
    }
    const keys = await Promise.all([keyOf(PACK), keyOf(PACK), keyOf(RECORDS)])
    expect(keys[0]).toMatch(/-[0-9a-f]{16}-[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('is left to the job beside this one that keeps the same', async () => {
    const { cache, put, lines } = setUp({
      answer: ({ restoreKeys }) =>
        restoreKeys ? { key: null } : { failed: 'Received non-retryable error: (409) already exists' },
    })
    await cache.restore()
    put(PACK)
    await cache.save()
    expect(lines.at(-1)).toMatch(/^Cache: another job keeps retrieval-gate-1-/)
  })

  it('is not tried where the service has failed before', async () => {
    const { cache, put, tasks, lines } = setUp({ answer: () => ({ failed: 'no answer within 60 seconds' }) })
    await cache.restore()
    put(PACK)
    await cache.save()
    expect(tasks).toHaveLength(1)
    expect(lines).toEqual([
      'Cache: nothing could be restored (no answer within 60 seconds). That costs time; the verdict does not depend on it',
    ])
  })

  it('goes under another key after a damaged entry, which cannot be replaced', async () => {
    const { cache, put, tasks } = setUp({
      answer: ({ restoreKeys }) =>
        restoreKeys ? { failed: '/usr/bin/tar failed with error: exit code 2' } : { key: 'kept' },
    })
    await cache.restore()
    put(PACK)
    await cache.save()
    expect(tasks[1]?.key).toMatch(/-7$/)
  })
})

describe('a downloaded model', () => {
  const model = { model: 'acme/tiny', revision: 'c'.repeat(40) }
  const place = `.retrieval-gate/models/hub/acme--tiny/${model.revision}`
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')

  function downloaded(answer?: Answer, mostBytes?: number) {
    return setUp({
      ...(answer && { answer }),
      more: (workspace) => ({
        label: 'Cache of acme/tiny',
        folders: [downloadFolder(join(workspace, '.retrieval-gate/models'), model)],
        prefixes: [downloadPrefix(model)],
        ...(mostBytes && { mostBytes }),
      }),
    })
  }

  it('has a key of its own, whatever the program and the config', async () => {
    const { cache, tasks, put } = downloaded()
    await cache.restore()
    put(`${place}/model.onnx`)
    await cache.save()
    expect(tasks).toMatchObject([
      { paths: [place], restoreKeys: [`retrieval-gate-model-1-acme-tiny-${model.revision}-`] },
      { paths: [place] },
    ])
  })

  it('is read as it was kept, and downloaded anew where it is damaged', async () => {
    const files = { 'model.onnx': 'whole', 'tokenizer.json': 'changed since', 'half.onnx.part': 'half' }
    const { cache, workspace, has } = downloaded(
      archive({
        ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${place}/${name}`, text])),
        [`${place}/model.onnx.sha256`]: `${hash('whole')}\n`,
        [`${place}/tokenizer.json.sha256`]: `${hash('as it was')}\n`,
      }),
    )
    await cache.restore()
    expect(has(`${place}/half.onnx.part`)).toBe(false)
    const asked: string[] = []
    const { read } = hubFiles(
      { ...model, sha256: {}, hub: 'http://hub' },
      {
        folder: join(workspace, '.retrieval-gate/models/hub'),
        token: () => undefined,
        offline: false,
        fetch: async (url, init) => {
          asked.push(`${init?.method ?? 'GET'} ${String(url).split('/').at(-1)}`)
          return new Response(init?.method === 'HEAD' ? null : 'as it was')
        },
        signal: new AbortController().signal,
      },
    )
    expect(Buffer.from((await read('model.onnx'))!).toString()).toBe('whole')
    expect(asked).toEqual([])
    expect(Buffer.from((await read('tokenizer.json'))!).toString()).toBe('as it was')
    expect(asked).toEqual(['HEAD tokenizer.json', 'GET tokenizer.json'])
  })

  it('is not kept where it is too large', async () => {
    const { cache, tasks, put, lines } = downloaded(undefined, 10)
    await cache.restore()
    put(`${place}/model.onnx`, 'eleven bytes')
    await cache.save()
    expect(tasks).toHaveLength(1)
    expect(lines.at(-1)).toBe('Cache of acme/tiny: nothing is kept for later runs: 12 bytes are more than 10')
  })
})

describe('what is said of a failure', () => {
  it.each([
    [
      'Unable to get https://x.blob.core.windows.net/a/b?sig=secret&se=1 now',
      'https://x.blob.core.windows.net/a/b now',
    ],
    ['two\nlines%0A::error::of it', 'two lines ::error::of it'],
    ['', 'no reason was given'],
    ['a'.repeat(1000), `${'a'.repeat(300)})`],
  ])('is one line without secrets: %s', async (failed, shown) => {
    const { cache, lines } = setUp({ answer: () => ({ failed }) })
    await cache.restore()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(shown)
    expect(lines[0]).not.toMatch(/secret|[\r\n]/)
  })

  it('also where the client throws', async () => {
    const { cache, lines } = setUp({
      answer: () => {
        throw new Error('no thread')
      },
    })
    await cache.restore()
    expect(lines).toEqual([expect.stringContaining('nothing could be restored (Error: no thread)')])
  })
})
