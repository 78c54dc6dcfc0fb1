import { basename } from 'node:path'
import { UserError } from '../errors.ts'
import { CANARY_TEXTS, type Canary, type CanaryCheck, canaryOf, cosineText, leastOf, SAME_MODEL } from './canary.ts'
import type { EmbeddedText } from './embedded-text.ts'
import type { ModelContext } from './model-context.ts'
import type { AskOptions } from './questioning.ts'
import type { ModelIdentity } from './raw-model.ts'
import type { RecordedModel } from './recorded-model.ts'

const INPUTS = CANARY_TEXTS.map((text): EmbeddedText => ({ role: 'passage', text }))
/** Who asks, in the list of costs. */
const ASKING = 'check of the model'

type Context = Pick<ModelContext, 'name' | 'recorder' | 'notice'>

/**
 * Embeds a few fixed texts anew and holds them against the vectors that the store has of them: those were made with its other
 * vectors. Without calls, the store's vectors stand for the model.
 */
export function canaryCheck(
  identity: ModelIdentity,
  model: RecordedModel<EmbeddedText, Float32Array>,
  context: Context,
): CanaryCheck {
  const name = nameOf(identity, model.label)
  let reading: Promise<Canary | null> | undefined
  return {
    model: name,
    plan: () => model.plan(INPUTS, ASKING),
    // Once a run, however many evaluations that makes.
    read: (signal) => {
      reading ??= read(name, model, context, signal)
      return reading
    },
  }
}

async function read(
  name: string,
  model: RecordedModel<EmbeddedText, Float32Array>,
  context: Context,
  signal: AbortSignal,
): Promise<Canary | null> {
  const known = model.recall(INPUTS)
  if (context.recorder.replay) {
    if (known === null) return null
    return canaryOf(name, known)
  }
  const fresh = await freshVectors(model, context, { strategy: ASKING, signal })
  if (fresh === null) return known && canaryOf(name, known)
  if (known === null) await model.calls.keep(INPUTS.map((input, index) => [input, fresh[index]!] as const))
  const cosine = known === null ? 1 : leastOf(known, fresh)
  // Where nothing has changed, the same bytes as ever, whatever the provider's rounding.
  if (known !== null && cosine >= SAME_MODEL) return canaryOf(name, known)
  if (cosine < SAME_MODEL) context.notice(changed(model, cosine))
  // Rankings of stored vectors alone are the old model's work, whatever it would answer today.
  return canaryOf(name, known !== null && !hasAnswered(model, context) ? known : fresh)
}

/** Whether the model was asked in this run for anything but its check. */
function hasAnswered({ label }: RecordedModel<EmbeddedText, Float32Array>, { recorder }: Context): boolean {
  return recorder.ledger.lines().some((line) => line.model === label && line.strategy !== ASKING && line.calls > 0)
}

async function freshVectors(model: RecordedModel<EmbeddedText, Float32Array>, context: Context, options: AskOptions) {
  try {
    const vectors = await model.calls.call(INPUTS, options)
    if (vectors.length !== INPUTS.length) throw new Error('it answered with another number of vectors')
    if (!vectors.every(isVector)) throw new Error('it answered with vectors that are not all numbers')
    return vectors
  } catch (error) {
    options.signal.throwIfAborted()
    const why = reasonOf(error, `embedder \`${context.name}\` (${model.label}): `).split('\n')[0]
    context.notice(`embedder \`${context.name}\` could not be asked whether it is still the model that it was: ${why}`)
    return null
  }
}

/** What the provider said, rather than what to do about it: here it may do no harm. */
function reasonOf(error: unknown, whose: string): string {
  if (error instanceof UserError) {
    const reason = error.explanation.found ?? error.explanation.what
    return reason.startsWith(whose) ? reason.slice(whose.length) : reason
  }
  return error instanceof Error ? error.message : String(error)
}

function isVector(vector: Float32Array): boolean {
  return vector.length > 0 && vector.every(Number.isFinite)
}

function changed({ label, records }: RecordedModel<EmbeddedText, Float32Array>, cosine: number): string {
  const what = `the model behind ${label} has changed since its vectors in the model store were made (cosine ${cosineText(cosine)})`
  // By its name alone: a report has the same bytes on every machine.
  const { folder } = records
  const where =
    folder === undefined ? '' : `: delete the folder ${basename(folder)} of the model store to embed everything anew`
  return `${what}, and those do not go with new ones${where}`
}

function nameOf({ parameters }: ModelIdentity, label: string): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted.length === 0 ? label : `${label} ${JSON.stringify(Object.fromEntries(sorted))}`
}
