import { readBaseline } from '../../baseline/read-baseline.ts'
import type { Config, OtherRepository } from '../../config/config.ts'
import { DocumentRepositories } from '../../document-repositories.ts'
import { UserError } from '../../errors.ts'
import type { OpenedJob } from './job.ts'
import { provideBaseline } from './provide-baseline.ts'
import { artifactNameOf } from './run-options.ts'

/** With these the base is a report that says what it was searched in. */
const REPORTED = ['auto', 'artifact']

/**
 * Whether the documents may be others than those that the base was measured with though nothing here has changed: they are in
 * another repository, on a branch or tag that has moved, or it is not known where that was then.
 */
export async function documentsMoved(job: OpenedJob, config: Config): Promise<boolean> {
  const { documents } = config
  if (!('from' in documents) || documents.from === undefined || isWhole(documents.from.ref)) return false
  if (!REPORTED.includes(job.inputs.baseline ?? config.baseline)) return true
  try {
    return await differs(documents.from, job, config)
  } catch (error) {
    // The evaluation meets it again, and says it.
    if (error instanceof UserError) return true
    throw error
  }
}

async function differs(from: OtherRepository, job: OpenedJob, config: Config): Promise<boolean> {
  const provided = await provideBaseline(job, artifactNameOf(job, config.name))
  if (!('path' in provided)) return true
  const { source } = (await readBaseline(provided.path)).corpus
  if (source?.repository !== from.repository || source.folder !== from.folder) return true
  return source.commit !== (await new DocumentRepositories(job.ports(job.cwd)).commitOf(from))
}

function isWhole(ref: string | undefined): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref ?? '')
}
