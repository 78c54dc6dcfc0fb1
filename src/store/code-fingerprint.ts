import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folders that this file may lie in below the program's own. */
const INNER = new Set(['store', 'chunks'])

let known: string | undefined

/**
 * SHA-256 (hex) of the program that is running, its sources or its bundle: what another version worked out is never
 * taken for what this one would. Taken once, as near as may be to when the program was loaded.
 */
export function codeFingerprint(): string {
  known ??= hashOfCode()
  return known
}

function hashOfCode(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const root = INNER.has(basename(here)) ? dirname(here) : here
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(js|ts|json)$/.test(path))
  const hash = createHash('sha256')
  for (const path of files.sort()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}
