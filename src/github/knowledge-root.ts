import { posix } from 'node:path'
import type { Inputs } from './inputs.ts'

/** The config's folder, which its paths are relative to, inside the repository: '' for the root, else with a `/` at its end. */
export function knowledgeRoot({
  config = '',
  'working-directory': folder,
}: Pick<Inputs, 'config' | 'working-directory'>): string {
  const root = posix.dirname(posix.join('/', slashes(folder), slashes(config) || 'retrieval-gate.yml'))
  return root === '/' ? '' : `${root.slice(1)}/`
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}
