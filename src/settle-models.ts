import { UserError } from './errors.ts'
import type { Canary } from './models/canary.ts'
import type { Missing, Recorder } from './models/recorder.ts'
import { count } from './numbers.ts'

/** Of an example, in characters. */
const LONGEST = 80
const MOST_LINES = 12

/** @throws UserError that ended the run, or what it lacked of the model store */
export function throwIfNotWhole(recorder: Recorder): void {
  recorder.throwIfStopped()
  const { missing } = recorder
  if (missing.length === 0) return
  const total = missing.reduce((sum, one) => sum + one.count, 0)
  throw new UserError({
    what: `the model store lacks ${count(total, 'answer')}, and \`--offline\` asks no model`,
    found: foundText(missing),
    hint: 'run it once without `--offline`, and keep the folder `modelStore` of the config: commit it, or cache it',
  })
}

/** What the embedders of a run make of a few fixed texts, each model once; in the order of their names. */
export async function readCanaries({ checks }: Recorder, signal: AbortSignal): Promise<Canary[]> {
  const canaries: Canary[] = []
  for (const check of checks) {
    const canary = await check.read(signal)
    if (canary !== null) canaries.push(canary)
  }
  return canaries.sort((a, b) => (a.model < b.model ? -1 : a.model > b.model ? 1 : 0))
}

function foundText(missing: readonly Missing[]): string {
  const lines = missing.slice(0, MOST_LINES).map(({ account, count: texts, examples }) => {
    const { strategy, role, entry, model } = account
    // Calls of a reranker share a question, and prompts may end alike: the same text twice says no more than once.
    const named = [...new Set(examples.map((text) => JSON.stringify(shortened(text))))].join(', ')
    return `${strategy} needs ${texts} of ${role} ${entry} (${model}), such as for ${named}`
  })
  const rest = missing.length - MOST_LINES
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n            ')
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}...`
}
