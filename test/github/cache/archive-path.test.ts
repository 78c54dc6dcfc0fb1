import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { archivePath } from '../../../src/github/cache/archive-path.ts'

describe('archivePath', () => {
  it('is the same for the same folder on every system', () => {
    expect(archivePath('/home/runner/work/docs/docs', '/home/runner/work/docs/docs/.retrieval-gate/cache', posix)).toBe(
      '.retrieval-gate/cache',
    )
    const windows = ['D:\\a\\docs\\docs', 'd:\\a\\docs\\docs\\', 'D:/a/docs/docs']
    for (const workspace of windows) {
      expect(archivePath(workspace, 'D:\\a\\docs\\docs\\.retrieval-gate\\cache', win32)).toBe('.retrieval-gate/cache')
    }
    expect(archivePath('D:\\a\\docs', 'D:\\a\\docs\\sub folder\\ü', win32)).toBe('sub folder/ü')
  })

  it.each([
    ['another drive', 'E:\\cache'],
    ['a server', '\\\\server\\share\\cache'],
    ['a folder beside it', 'D:\\a\\other'],
    ['the workspace itself', 'D:\\a\\docs'],
    ['an option', 'D:\\a\\docs\\-P'],
  ])('is null for what is not in the workspace, or is no plain name, on Windows: %s', (_, folder) => {
    expect(archivePath('D:\\a\\docs', folder, win32)).toBeNull()
  })

  it.each([
    '/work/other',
    '/work',
    '/work/docs/-P',
    '/work/docs/a*',
    '/work/docs/!a',
    '/work/docs/a\nb',
    '/work/docs/a\\b',
  ])('is null for what is not in the workspace, or is no plain name: %j', (folder) => {
    expect(archivePath('/work/docs', folder, posix)).toBeNull()
  })

  it('takes a folder whose name only begins with dots', () => {
    expect(archivePath('/work/docs', '/work/docs/..cache', posix)).toBe('..cache')
  })
})
