import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitHistory, gitHistory } from '../../src/baseline/git-history.ts'
import { carryContext, carryTarget } from '../../src/comparison/carry-target.ts'
import { contentHash } from '../../src/knowledge/content-hash.ts'

let repository: string
let root: string
let base: string
const git = (...args: string[]) =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { encoding: 'utf8' })
const body = Array.from({ length: 30 }, (_, line) => `sentence number ${line + 1}`)
const before = body.join('\n')
const after = ['A new first line', ...body].join('\n')
const oddName = 'wörter "q" 文.md'

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'history-'))
  root = join(repository, 'docs')
  await mkdir(root)
  git('init', '-q')
  await writeFile(join(root, 'old.md'), before)
  await writeFile(join(root, oddName), before.toUpperCase())
  git('add', '.')
  git('commit', '-qm', 'base')
  base = git('rev-parse', 'HEAD').trim()
  git('mv', 'docs/old.md', 'docs/new.md')
  git('mv', `docs/${oddName}`, 'docs/plain.md')
  await writeFile(join(root, 'new.md'), after)
  git('commit', '-qam', 'head')
})
afterAll(() => rm(repository, { recursive: true, force: true }))

const known = async (): Promise<GitHistory> => (await gitHistory(root, base))!

describe('gitHistory', () => {
  it('is null without a commit, for a commit that is not at hand, and outside a repository', async () => {
    expect(await gitHistory(root, null)).toBeNull()
    expect(await gitHistory(root, '0'.repeat(40))).toBeNull()
    expect(await gitHistory(root, '--output=x')).toBeNull()
    const outside = await mkdtemp(join(tmpdir(), 'no-history-'))
    expect(await gitHistory(outside, base)).toBeNull()
    await rm(outside, { recursive: true })
  })

  it('knows renames with changes, both ways, relative to the folder', async () => {
    const { toBase, toHead } = await known()
    expect(await toBase.counterpart('new.md')).toBe('old.md')
    expect(await toHead.counterpart('old.md')).toBe('new.md')
    expect(await toBase.counterpart('plain.md')).toBe(oddName)
    expect(await toBase.counterpart('nowhere.md')).toBeUndefined()
  })

  it('reads both versions of a file', async () => {
    const { toBase, toHead } = await known()
    expect(await toBase.fromText('new.md')).toBe(after)
    expect(await toBase.toText('old.md')).toBe(before)
    expect(await toHead.fromText(oddName)).toBe(before.toUpperCase())
    expect(await toHead.toText('old.md')).toBeUndefined()
  })

  it('carries lines along a rename with changes', async () => {
    const side = (path: string, text: string) => ({ hashes: new Map([[path, contentHash(text)]]), passages: new Map() })
    const { toBase } = await known()
    const context = carryContext(side('new.md', after), side('old.md', before), toBase)
    const target = { kind: 'lines', path: 'new.md', startLine: 6, endLine: 8 } as const
    expect(await carryTarget(target, context)).toEqual({
      target: { kind: 'lines', path: 'old.md', startLine: 5, endLine: 7 },
    })
  })
})
