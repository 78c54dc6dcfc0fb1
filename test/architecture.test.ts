import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository, repositoryFiles } from './support/repository-files.ts'
import { readSourceModule, type SourceModule } from './support/source-module.ts'

/** A stage may import the stages before it, never one after it. `src/README.md` draws it. */
const stages = [
  'config',
  'evalset',
  'knowledge',
  'store',
  'models',
  'strategies',
  'retrieval',
  'judging',
  'metrics',
  'statistics',
  'baseline',
  'comparison',
  'gate',
  'shards',
  'selftest',
  'reports',
  'sweep',
  'github',
  'pipeline',
  'commands',
  'front doors',
]

const frontDoors = ['src/action.ts', 'src/cli.ts']

/** The pipeline and the files beside it that it is made of: they join stages. Every other file of `src/` is a leaf. */
const pipelineFiles = [
  'pipeline.ts',
  'open-run.ts',
  'given-config.ts',
  'shared-documents.ts',
  'evaluate.ts',
  'asked-side.ts',
  'open-recorder.ts',
  'services-of.ts',
  'settle-models.ts',
  'decide-outcome.ts',
  'registries.ts',
  'prepare-side.ts',
  'document-repositories.ts',
  'with-history.ts',
  'base-side.ts',
  'at-base.ts',
  'recompute-baseline.ts',
  'run-shard.ts',
  'merge-shards.ts',
]

/** Folders that belong to the pipeline as those files do: what a run would ask of models, and many runs in a row. */
const pipelineFolders = ['planning', 'sweeping']

/** Folders that every stage may use and that use no stage. */
const leafFolders = ['analysis']

const modules = repositoryFiles('src/*.ts').map((path) => readSourceModule(repository, path))

/** The place of a file in the order: -1 for a leaf, else the index of its stage. */
function placeOf(path: string): number {
  if (frontDoors.includes(path)) return stages.indexOf('front doors')
  const [, first = '', second] = path.split('/')
  if (second === undefined) return pipelineFiles.includes(first) ? stages.indexOf('pipeline') : -1
  if (leafFolders.includes(first)) return -1
  if (pipelineFolders.includes(first)) return stages.indexOf('pipeline')
  const place = stages.indexOf(first)
  if (place < 0) throw new Error(`${path}: the folder has no place in the order of stages yet`)
  return place
}

const ours = (module: SourceModule) => module.imports.filter((path) => path.startsWith('src/'))

/** Every import, in words, that a rule forbids. */
function importsThat(isForbidden: (from: SourceModule, imported: string) => boolean): string[] {
  return modules.flatMap((from) =>
    from.imports.filter((path) => isForbidden(from, path)).map((path) => `${from.path} imports ${path}`),
  )
}

/** Every use of a name, in words, outside the files that may use it. */
function usesOf(names: readonly string[], mayUse: (path: string) => boolean): string[] {
  return modules
    .filter(({ path }) => !mayUse(path))
    .flatMap(({ path, names: used }) => names.filter((name) => used.has(name)).map((name) => `${path} uses ${name}`))
}

describe('the direction of imports', () => {
  it('gives every folder of src a place in the order of stages', () => {
    expect(() => modules.map(({ path }) => placeOf(path))).not.toThrow()
    expect(modules.length).toBeGreaterThan(0)
  })

  it('lets a stage import the stages before it, and no later one', () => {
    const backwards = importsThat(
      (from, path) => path.startsWith('src/') && placeOf(path) > placeOf(from.path) && placeOf(from.path) >= 0,
    )
    expect(backwards).toEqual([])
  })

  it('lets a leaf import nothing but leaves', () => {
    expect(
      importsThat((from, path) => placeOf(from.path) < 0 && path.startsWith('src/') && placeOf(path) >= 0),
    ).toEqual([])
  })

  it('lets nothing import a front door', () => {
    expect(importsThat((_from, path) => frontDoors.includes(path))).toEqual([])
  })

  it('hands registries to the config instead of letting it import them', () => {
    expect(importsThat((from, path) => from.path.startsWith('src/config/') && /registry/.test(path))).toEqual([])
  })

  it('has no cycle, not even of types', () => {
    expect(cycles()).toEqual([])
  })

  it('imports our own files with their ending', () => {
    expect(importsThat((_from, path) => path.startsWith('src/') && !/\.(ts|json)$/.test(path))).toEqual([])
  })
})

describe('what only some files may touch', () => {
  it('keeps metrics and statistics pure: nothing of Node', () => {
    const pure = (path: string) => /^src\/(metrics|statistics)\//.test(path)
    expect(importsThat((from, path) => pure(from.path) && path.startsWith('node:'))).toEqual([])
  })

  it('leaves the process to the front doors', () => {
    const isFrontDoor = (path: string) => frontDoors.includes(path)
    expect(usesOf(['process', 'globalThis.process'], isFrontDoor)).toEqual([])
    expect(importsThat((from, path) => path === 'node:process' && !isFrontDoor(from.path))).toEqual([])
  })

  it('leaves the clock and chance to the front doors', () => {
    const varying = ['Math.random', 'Date.now', 'performance.now', 'new Date()', 'console']
    expect(usesOf(varying, (path) => frontDoors.includes(path))).toEqual([])
  })

  it('sorts and prints alike in every locale', () => {
    const local = [
      '.localeCompare',
      '.toLocaleString',
      '.toLocaleLowerCase',
      '.toLocaleUpperCase',
      '.toLocaleDateString',
    ]
    expect(usesOf(local, () => false)).toEqual([])
  })

  it('leaves the packages of GitHub to the folder github and the Action', () => {
    const mayImport = (path: string) => path.startsWith('src/github/') || path === 'src/action.ts'
    expect(importsThat((from, path) => path.startsWith('@actions/') && !mayImport(from.path))).toEqual([])
  })
})

describe('files', () => {
  it('are at most 250 lines long', () => {
    const long = modules.filter(({ text }) => text.split('\n').length - 1 > 250).map(({ path }) => path)
    expect(long).toEqual([])
  })

  it('are named for what they hold: no barrels, no utils', () => {
    const vague = /(^|\/)(index|utils?|helpers?|misc|common|shared|types)(\/|\.ts$)/
    expect(repositoryFiles('src', 'test', 'scripts', 'bench').filter((path) => vague.test(path))).toEqual([])
  })

  it('do not mention the folder that only continuous integration knows', () => {
    const folder = ['..', 'shared'].join('/')
    const mentioning = repositoryFiles()
      .filter((path) => !path.startsWith('.ci/') && !path.startsWith('dist/'))
      .filter((path) => readFileSync(join(repository, path)).includes(folder))
    expect(mentioning).toEqual([])
  })
})

/** Cycles among our files, each as the path that closes it. */
function cycles(): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    if (done.has(path) || trail.includes(path)) return
    const module = byPath.get(path)
    for (const next of module === undefined ? [] : ours(module)) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of modules) visit(path, [])
  return found
}
