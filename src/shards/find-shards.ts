import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compareCodeUnits } from '../code-units.ts'
import { UserError } from '../errors.ts'
import { parseShardReport, type ShardReport } from './shard-report.ts'

const NAME = /^shard-\d+-of-\d+\.json$/

/**
 * The shards in folders, and in the folders right below them, as artifacts are unpacked.
 * @throws UserError for a folder without shards, and for a shard that cannot be read
 */
export async function findShards(folders: readonly string[]): Promise<ShardReport[]> {
  const paths = (await Promise.all(folders.map(pathsIn))).flat()
  const shards = await Promise.all(paths.map(async (path) => parseShardReport(await readFile(path, 'utf8'), path)))
  return shards.sort((a, b) => a.shard.index - b.shard.index)
}

async function pathsIn(folder: string): Promise<string[]> {
  const found = await list(folder, 1)
  if (found.length > 0) return found
  throw new UserError({
    where: folder,
    what: 'there are no shards here',
    expected: 'files such as shard-1-of-8.json, which `retrieval-gate run --shard 1/8` writes',
  })
}

async function list(folder: string, deeper: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const paths = await Promise.all(
    names.sort(compareCodeUnits).map(async (name) => {
      const path = join(folder, name)
      if (NAME.test(name)) return [path]
      return deeper > 0 && (await isFolder(path)) ? list(path, deeper - 1) : []
    }),
  )
  return paths.flat()
}

/** A link that leads nowhere is none. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
