import { basename } from 'node:path'
import { knowledgeRoot } from '../../github/knowledge-root.ts'
import { publishUnaffected } from '../../github/publish-unaffected.ts'
import { unaffected } from '../../github/unaffected.ts'
import { givenConfig } from '../../given-config.ts'
import { documentsMoved } from './documents-moved.ts'
import type { OpenedJob } from './job.ts'

/** A change that touches nothing of the gate's passes at once; returns whether it did. */
export async function passUnaffected(job: OpenedJob): Promise<boolean> {
  const { mode, api, context, inputs, cwd, log, setOutput } = job
  if (mode === 'evaluate' || api === null || context.against === null) return false
  const { config, file, root: folder } = await givenConfig(inputs.config, cwd)
  const place = { root: knowledgeRoot(inputs), configName: basename(file.path), folder }
  const why = await unaffected({ api, context, config, workflow: context.workflow, ...place })
  if (why === null || (await documentsMoved(job, config))) return false
  // Shards leave it to the job that merges them to speak.
  if (inputs.shard !== undefined) log.info(why)
  else await publishUnaffected({ name: config.name, why }, { inputs, context, api, log, setOutput })
  return true
}
