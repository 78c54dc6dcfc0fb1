import nodePath, { type PlatformPath } from 'node:path'

/**
 * A folder as every runner calls it, since entries belong to paths: relative to the workspace, with `/`. Null for one that
 * is not in the workspace, or whose name means more to the archive program or to the client's patterns than its letters.
 * @param path for the paths of another system
 */
export function archivePath(workspace: string, folder: string, path: PlatformPath = nodePath): string | null {
  const inside = path.relative(workspace, folder).split(path.sep).join('/')
  return inside === '' || /^(?:-|\.\.(?:\/|$)|\/)|[*?[\]!#\r\n,:\\]/.test(inside) ? null : inside
}
