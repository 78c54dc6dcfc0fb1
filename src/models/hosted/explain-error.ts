import type { APICallError } from 'ai'
import { UserError } from '../../errors.ts'
import { networkCause } from '../../network-cause.ts'
import { isUnreachable } from './retrying.ts'
import { sdk } from './sdk.ts'
import { shortText } from './short-text.ts'

/** The model that was asked, as its entry describes it. */
export interface AskedModel {
  /** Role, name and label: "embedder `small` (openai/text-embedding-3-small)". */
  readonly title: string
  /** The name that the provider gives it. */
  readonly model: string
  /** The environment variables that hold its key. */
  readonly keys: readonly string[]
  /** The key of its entry that says where it is, where it has one. */
  readonly addressKey?: string | undefined
  /** Where its entry stands: `retrieval-gate.yml:7:3`. */
  place?(): Promise<string>
}

export interface FailedAttempts {
  readonly error: unknown
  readonly attempts: number
  /** Whether its server has ever answered, with whatever. */
  readonly hasAnswered: boolean
}

/**
 * What a model's provider answered, in a sentence: a `UserError` where no further call can survive it, else an `Error`;
 * errors of another kind as they are.
 */
export async function explainError({ error, attempts, hasAnswered }: FailedAttempts, asked: AskedModel) {
  const { APICallError } = await sdk()
  if (!APICallError.isInstance(error)) return isUnsendable(error) ? stopped(unsendable(asked), asked) : error
  const found = said(error, attempts)
  const stop = error.statusCode === undefined ? gone(error, hasAnswered, asked) : refused(error.statusCode, asked)
  return stop === null ? new Error(found) : stopped({ found, ...stop }, asked)
}

/** What failed, for somebody who waits until it is tried again: `429 from api.openai.com`. */
export function shortReason(error: APICallError): string {
  const { host } = new URL(error.url)
  return error.statusCode === undefined ? `${host}: ${networkText(error)}` : `${error.statusCode} from ${host}`
}

/** Without its query, the address that was asked. */
function addressOf({ url }: APICallError): string {
  return url.split('?', 1)[0]!
}

function said(error: APICallError, attempts: number): string {
  const { statusCode, message } = error
  const after = attempts > 1 ? `after ${attempts} attempts` : ''
  if (statusCode === undefined) return [`${addressOf(error)}: ${networkText(error)}`, after].filter(Boolean).join(', ')
  const status = [`status ${statusCode} from ${addressOf(error)}`, after].filter(Boolean).join(' ')
  return `${status}: ${shortText(message)}`
}

function networkText(error: APICallError): string {
  const { code, message, meaning, certificate } = networkCause(error)
  if (certificate !== undefined) return `its certificate ${certificate} (${code})`
  if (meaning !== undefined) return `${meaning} (${code})`
  return shortText(message.replace(/^Cannot connect to API: /, ''))
}

type Stop = { readonly what: string; readonly hint: string }

async function stopped(stop: Stop & { readonly found?: string }, { place }: AskedModel): Promise<UserError> {
  const where = await place?.()
  return new UserError({ ...(where !== undefined && { where }), ...stop })
}

/** What `fetch` says of a header that cannot be sent, and that it repeats. */
function isUnsendable(error: unknown): boolean {
  return error instanceof TypeError && /ByteString|invalid header value/.test(error.message)
}

function unsendable({ title, keys }: AskedModel): Stop {
  const hint = `copy it anew into ${keys.join(' and ')}: it has a line break in it, or a quotation mark, or the like`
  return { what: `${title} cannot be sent its key`, hint }
}

/** A server that has answered before may come back. */
function gone(error: APICallError, hasAnswered: boolean, { title, addressKey }: AskedModel): Stop | null {
  if (hasAnswered || !isUnreachable(error)) return null
  const hint =
    networkCause(error).certificate !== undefined
      ? 'to trust it, give the file of its authority in NODE_EXTRA_CA_CERTS'
      : addressKey === undefined
        ? 'look whether this machine may reach it: a proxy or a firewall may stand between'
        : `start the server, or correct \`${addressKey}\``
  return { what: `${title} cannot be reached`, hint }
}

/** What no further call can survive, by status. */
function refused(status: number, asked: AskedModel): Stop | null {
  const { title, keys } = asked
  const key = keys.length === 0 ? null : `the key in ${keys.join(' and ')}`
  if (status === 401) {
    return key === null
      ? { what: `${title} wants a key`, hint: 'put it into an environment variable, and name that in `apiKeyEnv`' }
      : { what: `${title} does not take the key`, hint: `${key} is wrong, has expired or is one of another provider` }
  }
  if (status === 403) {
    const hint =
      key === null
        ? 'it may want a key (`apiKeyEnv`), or not be open to this machine'
        : `${key} lacks the right to use this model: give it that at the provider, or name another model`
    return { what: `${title} may not be asked`, hint }
  }
  return status === 404 ? { what: `${title} is not there`, hint: elsewhere(asked) } : null
}

function elsewhere({ model, addressKey }: AskedModel): string {
  if (addressKey === 'url') return 'correct `url`: it is the whole address that is asked'
  if (addressKey === undefined) return `correct \`model\`: the provider has no "${model}", or not for this key`
  return `correct \`model\` ("${model}") or \`${addressKey}\`, which ends with the version: \`https://host/v1\``
}
