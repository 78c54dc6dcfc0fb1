import { structuredPatch } from 'diff'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedBlocks } from '../../src/github/changed-blocks.ts'

/** As GitHub gives it: hunks with three lines of context, without the file's header. */
function patchOf(before: readonly string[], now: readonly string[]): string {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
  const { hunks } = structuredPatch('a', 'a', text(before), text(now), '', '', { context: 3 })
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@ section`, ...lines].join('\n'),
    )
    .join('\n')
}

it('finds added, rewritten and removed lines where they are now', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14']
  const now = ['1', 'two', '2b', '3', '4', '5', '6', '7', '9', '10', '11', '12', '13', '14', '15']
  expect(changedBlocks(patchOf(before, now))).toEqual([
    { startLine: 2, endLine: 3, addsText: true },
    { startLine: 9, endLine: 9, addsText: false },
    { startLine: 15, endLine: 15, addsText: true },
  ])
})

it('reads hunks of one line, of a new file, and without a line break at the end', () => {
  expect(changedBlocks('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file')).toEqual([
    { startLine: 1, endLine: 1, addsText: true },
  ])
  expect(changedBlocks('@@ -0,0 +1,2 @@\n+a\n+@@ -1 +9 @@')).toEqual([{ startLine: 1, endLine: 2, addsText: true }])
})

it('finds no line in a file that is empty now, and takes the last one where the end was removed', () => {
  expect(changedBlocks('@@ -1,2 +0,0 @@\n-a\n-b')).toEqual([])
  expect(changedBlocks('@@ -1,3 +1,1 @@\n a\n-b\n-c')).toEqual([{ startLine: 1, endLine: 1, addsText: false }])
})

it('takes no text of a document for the head of a hunk, and nothing at all from what is no diff', () => {
  expect(changedBlocks('@@ -1,1 +1,2 @@\n @@ -5 +5 @@\n+b')).toEqual([{ startLine: 2, endLine: 2, addsText: true }])
  expect(changedBlocks('')).toEqual([])
  expect(changedBlocks('Binary files differ')).toEqual([])
})

it('finds all that is not in the former version, in lines that the file has', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '-', '+', '@@ -1 +7 @@', ''), { maxLength: 30 })
  fc.assert(
    fc.property(lines, lines, (before, now) => {
      const blocks = changedBlocks(patchOf(before, now))
      for (const { startLine, endLine } of blocks) {
        expect(startLine).toBeGreaterThan(0)
        expect(endLine).toBeGreaterThanOrEqual(startLine)
        expect(endLine).toBeLessThanOrEqual(now.length)
      }
      const added = new Set(
        blocks
          .filter(({ addsText }) => addsText)
          .flatMap(({ startLine, endLine }) =>
            Array.from({ length: endLine - startLine + 1 }, (_, i) => startLine + i),
          ),
      )
      let from = 0
      for (const [index, line] of now.entries()) {
        if (added.has(index + 1)) continue
        from = before.indexOf(line, from) + 1
        expect(from).toBeGreaterThan(0)
      }
      const same = before.length === now.length && before.every((line, index) => line === now[index])
      if (now.length > 0) expect(blocks.length === 0).toBe(same)
    }),
  )
})
