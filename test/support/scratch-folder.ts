import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Before all tests: their temporary files lie in one folder, which is gone afterwards, whatever a killed test left there. */
export default function scratchFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'retrieval-gate-tests-'))
  for (const variable of ['TMPDIR', 'TEMP', 'TMP']) process.env[variable] = folder
  const remove = () => rmSync(folder, { recursive: true, force: true })
  project.onTestsRerun(() => {
    remove()
    mkdirSync(folder)
  })
  return remove
}
