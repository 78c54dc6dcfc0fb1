import { UserError } from '../../errors.ts'
import { sdk } from './sdk.ts'
import { shortText } from './short-text.ts'

/**
 * What a model's provider answered, in a sentence: a `UserError` where no further call can survive it, else an `Error`;
 * errors of another kind as they are.
 */
export async function explainError(error: unknown, name: string): Promise<unknown> {
  const { RetryError } = await sdk()
  if (RetryError.isInstance(error)) {
    const attempts = error.errors.length
    return explained(error.lastError, name, attempts > 1 ? ` (after ${attempts} attempts)` : '')
  }
  return explained(error, name, '')
}

async function explained(error: unknown, name: string, attempts: string): Promise<unknown> {
  const { APICallError } = await sdk()
  if (!APICallError.isInstance(error)) return error
  const { statusCode, message } = error
  const what = `the model \`${name}\` cannot be asked${attempts}`
  const status = statusCode === undefined ? '' : `status ${statusCode}: `
  const found = `${status}${shortText(message)}`
  const hint = statusCode === undefined ? undefined : HINTS[statusCode]
  if (hint !== undefined) return new UserError({ what, found, hint })
  const unreached = statusCode === undefined ? '; check the network, and `baseUrl` or `url` where it is set' : ''
  return new Error(`${what}: ${found}${unreached}`)
}

/** What no further call can survive, by status. */
const HINTS: Readonly<Record<number, string>> = {
  401: 'check the API key',
  403: 'check the API key and what it may do',
  404: 'check `model`, and `baseUrl` where it is set',
}
