import type { LineRange } from '../comparison/line-map.ts'

/** Lines that a change added or rewrote, in the file as it is now; where it only took lines away, the line after them. */
export interface ChangedBlock extends LineRange {
  readonly addsText: boolean
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/

/** The blocks of a unified diff of one file, as GitHub gives it in `patch`: hunks without the file's own header. */
export function changedBlocks(patch: string): ChangedBlock[] {
  const blocks: ChangedBlock[] = []
  let line = 1
  let last = 0
  let added = 0
  let changed = false
  const close = () => {
    const at = Math.min(line, last)
    if (added > 0) blocks.push({ startLine: line - added, endLine: line - 1, addsText: true })
    else if (changed && at > 0) blocks.push({ startLine: at, endLine: at, addsText: false })
    added = 0
    changed = false
  }
  for (const text of patch.split('\n')) {
    const hunk = HUNK.exec(text)
    const isAdded = text.startsWith('+')
    if (hunk !== null) {
      close()
      line = Number(hunk[1])
      last = line + Number(hunk[2] ?? 1) - 1
    } else if (isAdded || text.startsWith('-')) {
      changed = true
      added += Number(isAdded)
      line += Number(isAdded)
    } else if (text.startsWith(' ')) {
      close()
      line++
    }
  }
  close()
  return blocks
}
