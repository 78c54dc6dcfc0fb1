import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './knowledge/temporary-workspace.ts'
import { DocumentedShell, replayed } from './support/console-examples.ts'
import { repository } from './support/repository-files.ts'

const pathOf = (page: string) => join(repository, 'docs', page)

/** Copies parts of the knowledge base that the examples of docs/ are about. */
function copyLantern(folder: string, ...parts: string[]): void {
  for (const part of parts) {
    cpSync(join(repository, 'examples', part), join(folder, part), { recursive: true })
  }
}

function lantern(): DocumentedShell {
  const folder = temporaryFolder()
  copyLantern(folder, 'docs', 'datasets', 'retrieval-gate.yml')
  return new DocumentedShell(folder, temporaryFolder())
}

/** `vitest run test/docs-examples.test.ts -u` writes into the pages what their commands print now. */
describe('the commands of the documentation print what it shows', () => {
  it('on the way from the first files to a mended pull request', async () => {
    const page = readFileSync(pathOf('getting-started.md'), 'utf8')
    const rest = page.indexOf('## Replace the questions')
    const folder = temporaryFolder()
    const shell = new DocumentedShell(folder, temporaryFolder())
    copyLantern(folder, 'docs')
    const begun = await replayed(page.slice(0, rest), shell)
    copyLantern(folder, 'datasets')
    const finished = await replayed(page.slice(rest), shell)
    await expect(begun + finished).toMatchFileSnapshot(pathOf('getting-started.md'))
  })

  it('when a question is searched for', async () => {
    const path = pathOf('command-line.md')
    await expect(await replayed(readFileSync(path, 'utf8'), lantern())).toMatchFileSnapshot(path)
  })

  it('when reports are used elsewhere', async () => {
    const shell = lantern()
    await shell.run('git mv docs/auth/sign-in.md docs/auth/login.md')
    await shell.run('retrieval-gate run')
    await shell.run('cp retrieval-gate-report/report.json head.json')
    await shell.run('git mv docs/auth/login.md docs/auth/sign-in.md')
    await shell.run('retrieval-gate run')
    await shell.run('cp retrieval-gate-report/report.json base.json')
    const path = pathOf('reports.md')
    await expect(await replayed(readFileSync(path, 'utf8'), shell)).toMatchFileSnapshot(path)
  })
})
