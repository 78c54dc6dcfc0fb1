import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository, repositoryFiles } from './support/repository-files.ts'
import { readSourceModule } from './support/source-module.ts'

const modules = new Map(repositoryFiles('src/*.ts').map((path) => [path, readSourceModule(repository, path)]))

/** All that is loaded when a module is, before it does anything: modules of ours, and the packages that they name. */
function loadedWith(entry: string): { ours: string[]; packages: string[] } {
  const ours = new Set([entry])
  const packages = new Set<string>()
  for (const path of ours) {
    for (const loaded of modules.get(path)?.loads ?? []) {
      if (modules.has(loaded)) ours.add(loaded)
      else if (!/^node:|\.json$/.test(loaded)) packages.add(loaded)
    }
  }
  return { ours: [...ours].sort(), packages: [...packages].sort() }
}

const folders = (paths: readonly string[]) => [...new Set(paths.map((path) => posix.dirname(path)))].sort()

describe('what starts is small: the rest is loaded when it is first used', () => {
  it("the Action's static start graph: inputs and the event, and no stage but that of GitHub", () => {
    const { ours, packages } = loadedWith('src/action.ts')
    expect(packages).toEqual(['@actions/core', 'zod'])
    expect(folders(ours)).toEqual(['src', 'src/commands/action', 'src/github'])
    expect(ours).not.toContain('src/registries.ts')
  })

  it("the command's static start graph: the parser of the command line, and no stage", () => {
    const { ours, packages } = loadedWith('src/cli.ts')
    expect(packages).toEqual(['commander'])
    expect(folders(ours)).toEqual(['src', 'src/commands/line', 'src/commands/score'])
    expect(ours).not.toContain('src/registries.ts')
  })

  it('a comment for a fork loads no strategy, no model and no knowledge base', () => {
    const { ours, packages } = loadedWith('src/commands/action/comment-job.ts')
    expect(packages).toEqual(['simple-statistics', 'zod'])
    for (const folder of ['strategies', 'models', 'knowledge', 'retrieval', 'store']) {
      expect(folders(ours)).not.toContain(`src/${folder}`)
    }
  })

  it.each(['src/commands/action/judge-job.ts', 'src/commands/run.ts'])(
    'a run loads what serves no strategy of its config when that is met: %s',
    (entry) => {
      // No model provider (`ai`, `@ai-sdk/*`), runtime of models, tokenizer, parser of code or of Markdown, database, MCP
      // client, HTTP library, nor a client of GitHub's.
      expect(loadedWith(entry).packages).toEqual([
        '@jmespath-community/jmespath',
        'diff',
        'minimatch',
        'p-limit',
        'porter2',
        'simple-statistics',
        'yaml',
        'zod',
      ])
    },
  )
})
