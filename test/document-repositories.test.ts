import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Config } from '../src/config/config.ts'
import { DocumentRepositories, type DocumentsPlace } from '../src/document-repositories.ts'
import { git, temporaryFolder, write } from './knowledge/temporary-workspace.ts'
import { type OtherRepository, otherRepository } from './support/other-repository.ts'

const FILES = { 'guide/a.md': '# The first\n', 'b.md': '# Beside\n' }

function repositories({ server }: Pick<OtherRepository, 'server'>, temp = temporaryFolder()) {
  const env = { PATH: process.env.PATH, GITHUB_SERVER_URL: server, RUNNER_TEMP: temp }
  return { temp, opened: new DocumentRepositories({ env, signal: new AbortController().signal }) }
}

const from = (more: { ref?: string; folder?: string; repository?: string } = {}): Config['documents'] => ({
  include: ['**'],
  exclude: [],
  maxBytes: 1000,
  from: { repository: 'octo/kb', ...more },
})

const text = (path: string) => (place: DocumentsPlace) => Promise.resolve(readFileSync(join(place.root, path), 'utf8'))
const sourceOf = (place: DocumentsPlace) => Promise.resolve(place.source)

describe('documents of another repository', () => {
  it('are there while they are read, at a commit that is told, and gone afterwards', async () => {
    const other = otherRepository(FILES)
    const commit = git(other.path, 'rev-parse', 'HEAD').trim()
    const { opened, temp } = repositories(other)
    await opened.within(from(), '/nowhere', async ({ root, source }) => {
      expect(source).toEqual({ repository: 'octo/kb', commit })
      expect(readFileSync(join(root, 'guide/a.md'), 'utf8')).toBe('# The first\n')
      // The newest commit alone was fetched, and nothing of an account is in the clone.
      expect(git(root, 'rev-list', '--count', 'HEAD').trim()).toBe('1')
    })
    expect(readdirSync(temp)).toEqual([])
  })

  it('are of the branch, tag or commit that `ref` names', async () => {
    const other = otherRepository(FILES)
    const first = git(other.path, 'rev-parse', 'HEAD').trim()
    git(other.path, 'tag', '-a', 'v1', '-m', 'one')
    git(other.path, 'checkout', '-q', '-b', 'next/one')
    const second = other.commit({ 'b.md': '# Changed\n' })
    const { opened } = repositories(other)
    expect(await opened.within(from({ ref: 'main' }), '', sourceOf)).toMatchObject({ commit: first, ref: 'main' })
    expect(await opened.within(from({ ref: 'v1' }), '', sourceOf)).toMatchObject({ commit: first })
    expect(await opened.within(from({ ref: 'next/one' }), '', text('b.md'))).toBe('# Changed\n')
    expect(await opened.within(from({ ref: first }), '', text('b.md'))).toBe('# Beside\n')
    expect(await opened.within(from({ ref: second }), '', sourceOf)).toMatchObject({ commit: second })
  })

  it('would be found at the commit that is told without fetching them', async () => {
    const other = otherRepository(FILES)
    const first = git(other.path, 'rev-parse', 'HEAD').trim()
    git(other.path, 'tag', '-a', 'v1', '-m', 'one')
    git(other.path, 'branch', 'other/main')
    const second = other.commit({ 'b.md': '# Changed\n' })
    const { opened } = repositories(other)
    const commitOf = (ref?: string) => opened.commitOf({ repository: 'octo/kb', ...(ref && { ref }) })
    expect(await Promise.all([commitOf(), commitOf('main'), commitOf('v1'), commitOf('other/main')])).toEqual([
      second,
      second,
      first,
      first,
    ])
    await expect(commitOf('nope')).rejects.toThrow('octo/kb has no such branch, tag or commit')
  })

  it('are of one commit as long as a run takes, whatever happens to the branch', async () => {
    const other = otherRepository(FILES)
    const { opened } = repositories(other)
    const before = await opened.within(from({ ref: 'main' }), '', sourceOf)
    other.commit({ 'b.md': '# Changed\n' })
    expect(await opened.within(from({ ref: 'main' }), '', sourceOf)).toEqual(before)
    expect(await opened.within(from({ ref: 'main' }), '', text('b.md'))).toBe('# Beside\n')
  })

  it('have their paths from the folder that `path` names', async () => {
    const { opened } = repositories(otherRepository(FILES))
    expect(await opened.within(from({ folder: 'guide' }), '', text('a.md'))).toBe('# The first\n')
    expect(await opened.within(from({ folder: './guide/' }), '', sourceOf)).toMatchObject({ folder: './guide/' })
  })

  it('are those beside the config where no repository is named', async () => {
    const { opened } = repositories({ server: 'file:///nowhere' })
    const documents = { include: ['**'], exclude: [], maxBytes: 1000 }
    expect(await opened.within(documents, '/here', async (place) => place)).toEqual({ root: '/here', source: null })
  })
})

describe('the token for documents', () => {
  it('is in no argument of git and in no file of the clone', async () => {
    const other = otherRepository(FILES)
    const bin = temporaryFolder()
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
    write(bin, { git: `#!/bin/sh\nprintf '%s\\n' "$@" >> '${bin}/arguments'\nexec '${real}' "$@"\n` })
    chmodSync(join(bin, 'git'), 0o755)
    const env = { PATH: `${bin}:${process.env.PATH}`, GITHUB_SERVER_URL: other.server, RUNNER_TEMP: temporaryFolder() }
    const signal = new AbortController().signal
    const opened = new DocumentRepositories({ env, signal, documentsToken: 'sesame' })
    await opened.within(from(), '', async ({ root }) => {
      expect(readFileSync(join(root, '.git/config'), 'utf8')).not.toContain('extraheader')
    })
    const given = readFileSync(join(bin, 'arguments'), 'utf8')
    expect(given).toContain('fetch')
    for (const secret of ['sesame', Buffer.from('x-access-token:sesame').toString('base64')]) {
      expect(given).not.toContain(secret)
    }
  })
})

describe('documents that cannot be had', () => {
  const failing = async (documents: Config['documents'], other = otherRepository(FILES)) => {
    const { opened, temp } = repositories(other)
    const error = await opened.within(documents, '', sourceOf).catch((thrown: Error) => thrown)
    expect(readdirSync(temp)).toEqual([])
    return error
  }

  it('name a repository that is not there', async () => {
    const error = await failing(from({ repository: 'octo/other' }))
    expect(error).toMatchObject({ name: 'UserError' })
    expect(String(error)).toContain(
      'documents.repository: there is no repository octo/other, or it may not be read from here',
    )
    expect(String(error)).toContain('documents-token')
  })

  it.each(['nope', '0'.repeat(40)])('name a ref that is not there: %s', async (ref) => {
    const error = await failing(from({ ref }))
    expect(String(error)).toContain('documents.ref: octo/kb has no such branch, tag or commit')
    expect(String(error)).toContain(ref)
  })

  it('name a folder that is not there', async () => {
    expect(String(await failing(from({ folder: 'nope' })))).toMatch(
      /documents\.path: this is no folder of octo\/kb at [0-9a-f]{7}\n {2}found: {4}nope/,
    )
  })

  it('lie behind a link that leaves the repository: nothing outside is read', async () => {
    const other = otherRepository(FILES)
    symlinkSync('/etc', join(other.path, 'out'))
    other.commit({})
    expect(String(await failing(from({ folder: 'out' }), other))).toContain('this is no folder of octo/kb')
  })
})
