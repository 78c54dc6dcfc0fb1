import type { APICallError } from 'ai'
import type { ModelRole } from '../ledger.ts'
import type { ModelContext } from '../model-context.ts'
import { modelLabel } from '../model-label.ts'
import type { ModelIdentity } from '../raw-model.ts'
import { type AskedModel, explainError, shortReason } from './explain-error.ts'
import { retrying } from './retrying.ts'
import { sdk } from './sdk.ts'

/** A model behind the AI SDK, as far as it does not matter what it is asked. */
export interface HostedModel<Model> extends Pick<AskedModel, 'keys' | 'addressKey'> {
  readonly identity: ModelIdentity
  readonly retries: number
  /** Made when it is first asked: a run that finds everything in its records needs no key. */
  connect(): Promise<Model>
}

export type AskingContext = Pick<ModelContext, 'name' | 'recorder' | 'place'>

/** Asks a model of the SDK, whose own retries are to be off. */
export type Asking<Model> = <T>(call: (model: Model) => Promise<T>, signal: AbortSignal) => Promise<T>

/** A model that is tried again within bounds; what is in the way in the end is explained. */
export function asking<Model>(role: ModelRole, hosted: HostedModel<Model>, context: AskingContext): Asking<Model> {
  const { identity, retries, keys, addressKey } = hosted
  const { name, recorder, place } = context
  const title = `${role} \`${name}\` (${modelLabel(identity)})`
  const asked: AskedModel = { title, model: identity.model, keys, addressKey, ...(place && { place }) }
  let model: Promise<Model> | undefined
  let hasAnswered = false
  return async (call, signal) => {
    model ??= hosted.connect()
    const connected = await model
    const answered = async () => {
      try {
        const value = await call(connected)
        hasAnswered = true
        return value
      } catch (error) {
        hasAnswered ||= await isAnswer(error)
        throw error
      }
    }
    const patience = {
      retries,
      signal,
      hasAnswered: () => hasAnswered,
      pausing: (error: APICallError, pause: number) => recorder.pausing(shortReason(error), pause),
    }
    const attempted = await retrying(answered, patience)
    if ('value' in attempted) return attempted.value
    throw await explainError({ ...attempted, hasAnswered }, asked)
  }
}

/** Whether a server said so: whatever is wrong, it is there. */
async function isAnswer(error: unknown): Promise<boolean> {
  const { APICallError } = await sdk()
  return APICallError.isInstance(error) && error.statusCode !== undefined
}
