import { join } from 'node:path'
import type { BaseRevision } from '../../baseline/base-revision.ts'
import { readBaseline } from '../../baseline/read-baseline.ts'
import type { ProvidedBaseline } from '../../baseline/resolve-baseline.ts'
import { headCommit } from '../../baseline/run-git.ts'
import { UserError } from '../../errors.ts'
import { artifactBaseline, measuredOnly } from '../../github/artifact-baseline.ts'
import { isEnterpriseServer } from '../../github/is-enterprise-server.ts'
import { startOfChange } from '../../github/start-of-change.ts'
import type { OpenedJob } from './job.ts'

/** What `auto` and `artifact` compare with: the report of a trusted run, or else what could be evaluated in its place. */
export async function provideBaseline(job: OpenedJob, artifactName: string): Promise<ProvidedBaseline> {
  const { api, context, cwd, env } = job
  if (context.against === null) return { none: measuredOnly(context.event) }
  const start = async () => startOfChange(api, context, context.against!, await headCommit(cwd))
  if (isEnterpriseServer(context.serverUrl)) {
    return { none: 'GitHub Enterprise Server keeps no artifacts of this kind', recompute: await start() }
  }
  if (api === null) {
    throw new UserError({
      what: 'The baseline cannot be looked for: `github-token` is empty',
      hint: "leave the input out for the job's own token, or set `baseline: none`",
    })
  }
  const found = await artifactBaseline({
    api,
    fetch: job.ports(cwd).fetch,
    context,
    artifactName,
    evaluated: await headCommit(cwd),
    folder: join(env.RUNNER_TEMP ?? cwd, 'retrieval-gate-baseline'),
    validate: readBaseline,
  })
  if (!('none' in found) || found.recompute !== undefined) return found
  return { ...found, recompute: await start() }
}

/** What `recompute` goes by. */
export async function startOf({ api, context, cwd }: OpenedJob): Promise<BaseRevision | { none: string }> {
  if (context.against === null) return { none: measuredOnly(context.event) }
  return startOfChange(api, context, context.against, await headCommit(cwd))
}
