import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../errors.ts'
import type { Api } from './api.ts'
import { downloadEntry, UnusableArtifact } from './download-report.ts'
import { explainApiError } from './explain-api-error.ts'
import type { RunContext } from './run-context.ts'

export interface ShardDownload {
  readonly api: Api
  readonly fetch: typeof globalThis.fetch
  readonly context: Pick<RunContext, 'owner' | 'repo' | 'runId'>
  /** Of the gate's report; a run may have shards of several gates. */
  readonly artifactName: string
  /** Emptied first. */
  readonly folder: string
}

const SHARD = /-shard-(\d+)-of-(\d+)$/

/** Whether an artifact of that name is a part of a report, and no report. */
export function isShardArtifact(name: string): boolean {
  return SHARD.test(name)
}

/**
 * Downloads the shards that the jobs of this run uploaded, the newest of each, into a folder.
 * @throws UserError where GitHub cannot be asked or a download fails
 */
export async function downloadShards({ api, fetch, context, artifactName, folder }: ShardDownload): Promise<void> {
  const { owner, repo, runId } = context
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const options = { owner, repo, run_id: runId, per_page: 100 }
    const artifacts = await api.paginate(api.rest.actions.listWorkflowRunArtifacts, options)
    const newest = new Map(
      artifacts
        .filter(({ name, expired }) => !expired && isShardArtifact(name) && name.replace(SHARD, '') === artifactName)
        .sort((a, b) => a.id - b.id)
        .map((artifact) => [artifact.name, artifact]),
    )
    for (const { id, name, digest } of newest.values()) {
      const [, index, count] = SHARD.exec(name)!
      const file = `shard-${index}-of-${count}.json`
      const content = await downloadEntry(api, fetch, { owner, repo, artifactId: id, digest: digest ?? null }, file)
      await writeFile(join(folder, file), content)
    }
  } catch (error) {
    const found = error instanceof UnusableArtifact ? error.message : explainApiError(error, 'actions: read')
    throw new UserError({ what: 'The shards of this run cannot be fetched', found })
  }
}
