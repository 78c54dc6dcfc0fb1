import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Never part of a knowledge base, and nearly always ignored where there is git. */
const NEVER = new Set(['.git', 'node_modules'])

/** All files and symlinks below a folder, relative to it, with `/`. Folders that cannot be read are given as they are. */
export function walkFolder(root: string): string[] {
  const paths: string[] = []
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!entry.isDirectory()) paths.push(path)
      else if (!NEVER.has(entry.name)) open.push(path)
    }
  }
  return paths
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
