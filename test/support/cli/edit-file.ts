import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Changes the text of a file. Throws where the change changes nothing, so that no test goes on with the old text. */
export function editFile(folder: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, path), 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${path} is as it was`)
  writeFileSync(join(folder, path), after)
}
