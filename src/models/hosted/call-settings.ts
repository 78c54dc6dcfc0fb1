import { z } from 'zod'
import { variableSchema } from '../../config/variable-schema.ts'
import { address } from '../address.ts'
import type { ModelContext } from '../model-context.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** Calls under way at once, unless the entry says otherwise. */
export const CONCURRENCY = 4

/** Keys of every model that is asked over the network, for spreading into its schema. */
export const callSettings = {
  timeout: z.number().positive().max(3600).default(60).describe('Seconds that one attempt may take.'),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(5)
    .describe(
      'Further attempts after a time-out, a broken connection, status 408, 409, 429 or 5xx, with growing pauses; `Retry-After` is kept to. At most three where nothing is reached at all.',
    ),
}

/** What every hosted model's settings hold. */
export interface HostedSettings {
  /** The variable that holds its key, where it has one. */
  readonly apiKeyEnv?: string | undefined
  readonly timeout: number
  readonly retries: number
}

/** What a message about its calls needs of a model's settings. */
export function callsOf<S extends HostedSettings>(settings: S, keys: readonly string[]) {
  const addressKey = ['url', 'baseUrl'].find(
    (key) => (settings as Readonly<Record<string, unknown>>)[key] !== undefined,
  )
  return { retries: settings.retries, keys, addressKey }
}

/** The variable without which such a model cannot be asked. */
export function keyOf({ apiKeyEnv }: HostedSettings): readonly string[] {
  return apiKeyEnv === undefined ? [] : [apiKeyEnv]
}

/** How a provider is reached, where it has a key and a usual address. */
export interface KeyedConnection extends Pick<HostedSettings, 'timeout'> {
  readonly apiKeyEnv: string
  readonly baseUrl?: string | undefined
}

/** The keys of such a connection. */
export function keyedConnection(variable: string) {
  return { apiKeyEnv: apiKeyEnv.default(variable), baseUrl: baseUrl.optional(), ...callSettings }
}

/** What the AI SDK's providers want of such a connection. */
export function connectionOptions({ apiKeyEnv, baseUrl, timeout }: KeyedConnection, { fetch, secret }: ModelContext) {
  return {
    apiKey: secret(apiKeyEnv),
    fetch: boundedFetch(fetch, timeout),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  }
}

/** Names the environment variable of an API key. */
export const apiKeyEnv = variableSchema('key').describe('The environment variable that holds the API key.')

export const modelName = z.string().min(1).describe('The name that the provider gives the model.')

export const baseUrl = address.describe('Where its API begins, with the version: `https://host/v1`.')
