import { readFile as readFromDisk } from 'node:fs/promises'
import { UserError } from '../errors.ts'

export type ReadFile = (path: string) => Promise<string | Uint8Array>

/**
 * A text file in UTF-8, without its byte order mark; `undefined` when there is none.
 * Throws `UserError` for a folder, a file that may not be read, and bytes that are not UTF-8.
 */
export async function readText(path: string, readFile: ReadFile = readFromDisk): Promise<string | undefined> {
  try {
    return decode(path, await readFile(path))
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    if (hasCode(error, 'EISDIR')) throw new UserError({ where: path, what: 'this is a folder, a file is needed' })
    if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM'))
      throw new UserError({ where: path, what: 'this file may not be read', hint: 'check its permissions' })
    throw error
  }
}

function decode(path: string, content: string | Uint8Array): string {
  if (typeof content === 'string') return content.startsWith('\uFEFF') ? content.slice(1) : content
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new UserError({
      where: path,
      what: 'this file is not UTF-8 text',
      hint: 'save it as UTF-8 (PowerShell writes UTF-16 with `>`: use `Out-File -Encoding utf8`)',
    })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
