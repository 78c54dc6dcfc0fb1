import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { givenConfig } from '../src/given-config.ts'
import { temporaryFolder, write } from './knowledge/temporary-workspace.ts'

describe('the config that a command is given', () => {
  it('is the usual one of the folder, or the one that is named', async () => {
    const folder = temporaryFolder()
    write(folder, { 'retrieval-gate.yml': 'queries: q.jsonl\nname: usual\n', 'docs/gate.yml': 'queries: q.jsonl\n' })
    const usual = await givenConfig(undefined, folder)
    expect([usual.config.name, usual.root]).toEqual(['usual', folder])
    const named = await givenConfig('docs/gate.yml', folder)
    expect(named.root).toBe(join(folder, 'docs'))
  })

  it('is pointed to where it lies in a folder above, in the same repository', async () => {
    const folder = temporaryFolder()
    write(folder, {
      '.git/HEAD': '',
      'retrieval-gate.yml': 'queries: q.jsonl\n',
      'docs/guide/a.md': '',
      'b/.git/HEAD': '',
    })
    const message =
      'retrieval-gate.yml: there is no config here\n  found:    ../../retrieval-gate.yml\n  to do:    run this in that folder, or name it: `--config ../../retrieval-gate.yml`'
    await expect(givenConfig(undefined, join(folder, 'docs/guide'))).rejects.toThrow(message)
    await expect(givenConfig(undefined, join(folder, 'b'))).rejects.toThrow('retrieval-gate init')
    await expect(givenConfig('gate.yml', join(folder, 'docs'))).rejects.toThrow('gate.yml: there is no config here')
  })

  it('is no device, beside which the whole machine would be searched', async () => {
    await expect(givenConfig('/dev/null', temporaryFolder())).rejects.toThrow(
      '/dev/null: this is a pipe or a device, and what a config names is looked for beside it',
    )
  })

  it('is asked for where there is none', async () => {
    const folder = join(temporaryFolder(), '.git')
    mkdirSync(folder)
    await expect(givenConfig(undefined, join(folder, '..'))).rejects.toThrow('run `retrieval-gate init` to write one')
  })
})
