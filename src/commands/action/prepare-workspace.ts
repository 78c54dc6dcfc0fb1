import { checkOut, isEmptyWorkspace } from '../../github/checkout.ts'
import { authorization, gitSettings, trusting } from '../../github/git-settings.ts'
import { remoteAuthorization } from '../../github/remote-authorization.ts'
import type { OpenedJob } from './job.ts'

/** Makes git work here, and checks out where no earlier step has. The settings are in this process and nowhere else. */
export async function prepareWorkspace(job: OpenedJob): Promise<void> {
  const { workspace, context, inputs, env, log, ports } = job
  Object.assign(env, gitSettings(env, [trusting(workspace)]))
  const token = inputs['github-token']
  if (!(await isEmptyWorkspace(workspace))) {
    if (token === undefined) return
    Object.assign(env, gitSettings(env, await remoteAuthorization(workspace, context.serverUrl, token)))
    return
  }
  if (token !== undefined) Object.assign(env, gitSettings(env, [authorization(context.serverUrl, token)]))
  log.info(`The workspace is empty: checking out ${context.owner}/${context.repo} at ${context.mergedSha}`)
  await checkOut({ workspace, context, env, signal: ports(workspace).signal })
}
