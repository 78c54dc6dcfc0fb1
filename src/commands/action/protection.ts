import { basename } from 'node:path'
import type { Config } from '../../config/config.ts'
import { parseConfig } from '../../config/load-config.ts'
import { UserError } from '../../errors.ts'
import { statusOf } from '../../github/api.ts'
import { explainApiError } from '../../github/explain-api-error.ts'
import { knowledgeRoot } from '../../github/knowledge-root.ts'
import { givenConfig } from '../../given-config.ts'
import { registries } from '../../registries.ts'
import type { OpenedJob } from './job.ts'

export interface Protection {
  readonly protect: boolean
  /** What to compare with, where it is not the config's own choice. */
  readonly baseline?: string
}

/** These look at what the base branch holds; the file at a path is the change's own, and so is its choice of `none`. */
const TRUSTWORTHY = ['auto', 'artifact', 'recompute']

/**
 * Whether the base branch protects its gate, by its own config, and the baseline that then holds.
 * @throws UserError where GitHub does not tell: a protection that was not looked for would be none
 */
export async function protection(job: OpenedJob): Promise<Protection> {
  const { inputs, mode, context, cwd } = job
  const wanted = inputs.baseline === undefined ? {} : { baseline: inputs.baseline }
  if (context.against === null || job.api === null || mode === 'evaluate') return { protect: false, ...wanted }
  const base = await baseConfig(job)
  if (base === null || !base.protect) return { protect: false, ...wanted }
  const { baseline = (await givenConfig(inputs.config, cwd)).config.baseline } = wanted
  const choices = [baseline, base.baseline]
  return { protect: true, baseline: choices.find(isTrustworthy) ?? (base.baseline === 'none' ? 'none' : 'auto') }
}

function isTrustworthy(baseline: string): boolean {
  return TRUSTWORTHY.includes(baseline)
}

/** The config of the base branch; null where it has none, or none that can be read. */
async function baseConfig({ api, context, inputs }: OpenedJob): Promise<Config | null> {
  const { owner, repo, against } = context
  const path = `${knowledgeRoot(inputs)}${basename((inputs.config ?? 'retrieval-gate.yml').replaceAll('\\', '/'))}`
  try {
    const { data } = await api!.rest.repos.getContent({
      owner,
      repo,
      path,
      ref: against!.commit ?? against!.branch,
      mediaType: { format: 'raw' },
    })
    return typeof data === 'string' ? parseConfig(data, path, registries) : null
  } catch (error) {
    if (error instanceof UserError || statusOf(error) === 404) return null
    throw new UserError({
      what: 'It is not known whether the base branch protects its gate',
      found: explainApiError(error, 'contents: read'),
    })
  }
}
