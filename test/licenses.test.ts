import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type RolldownOutput, rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import config from '../rolldown.config.ts'
import { isPermissive, type Licensed, packagesOf, render, sourcesOf } from '../scripts/licenses.ts'
import { repository } from './support/repository-files.ts'

const read = (...path: string[]) => readFileSync(join(repository, ...path), 'utf8')

describe('isPermissive', () => {
  it('takes the licences whose code may be passed on with their text, or with word of where its source is', () => {
    for (const license of [
      'MIT',
      'ISC',
      'MPL-2.0',
      'Apache-2.0',
      '(Apache-2.0 AND BSD-3-Clause)',
      '(GPL-3.0 OR MIT)',
    ]) {
      expect(isPermissive(license), license).toBe(true)
    }
  })

  it('refuses copyleft, unknown licences and a mixture with either', () => {
    for (const license of ['GPL-3.0', 'LGPL-2.1', 'UNKNOWN', 'SEE LICENSE IN x', 'UNLICENSED', '', 'MIT AND GPL-2.0']) {
      expect(isPermissive(license), license).toBe(false)
    }
  })
})

describe('packagesOf', () => {
  const inModules = (...path: string[]) => [repository.replace(/[\\/]$/, ''), 'node_modules', ...path].join(sep)

  it('finds the innermost package of a module, once, sorted by name', () => {
    const modules = [
      inModules('zod', 'v4', 'index.js'),
      inModules('zod', 'index.js'),
      inModules('@actions', 'core', 'a.js'),
    ]
    expect(packagesOf(modules).map(({ name }) => name)).toEqual(['@actions/core', 'zod'])
  })

  it('leaves our own modules out and counts the runtime of the bundler', () => {
    const modules = [join(repository, 'src', 'model.ts'), '\0rolldown/runtime.js']
    expect(packagesOf(modules).map(({ name }) => name)).toEqual(['rolldown'])
  })
})

describe('dist/licenses.txt', () => {
  let packages: Licensed[] = []

  beforeAll(async () => {
    const bundle = await rolldown({ ...config, cwd: repository })
    const output: RolldownOutput = await bundle.generate(config.output)
    await bundle.close()
    packages = packagesOf(sourcesOf(output.output))
  })

  it('holds the licence of every package that a fresh bundle has code of, and of no other', () => {
    expect(packages.length).toBeGreaterThan(0)
    expect(read('dist', 'licenses.txt')).toBe(render(packages))
  })

  it('names each package of the bundle with its version, under a permissive licence and with its text', () => {
    const text = read('dist', 'licenses.txt')
    for (const { name, version, license, text: own } of packages) {
      expect(text).toContain(`\n${name}@${version}\nLicence: ${license}\n`)
      expect(isPermissive(license), name).toBe(true)
      expect(own, `${name} ships a licence text`).not.toBe('')
    }
  })
})
