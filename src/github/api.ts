import { setTimeout } from 'node:timers/promises'
import type { getOctokit } from '@actions/github'
import { retrying } from './retrying.ts'

/** GitHub's REST and GraphQL interface. */
export type Api = ReturnType<typeof getOctokit>

const TIMEOUT = 30_000
const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Opens GitHub's interface: every request ends after 30 s, and reading is tried three times where the failure may pass
 * (no connection, a server error, too many requests). Writing is never repeated: a second comment is worse than none.
 * @param wait for a number of milliseconds
 */
export async function openApi(
  token: string,
  baseUrl: string,
  wait: (ms: number) => Promise<unknown> = setTimeout,
): Promise<Api> {
  const { getOctokit } = await import('@actions/github')
  const api = getOctokit(token, { baseUrl, log: SILENT })
  api.hook.wrap('request', async (request, options) => {
    const once = async () =>
      request({ ...options, request: { ...options.request, signal: AbortSignal.timeout(TIMEOUT) } })
    return options.method === 'GET' ? retrying(once, mayPass, wait) : once()
  })
  return api
}

/** The HTTP status that a failed request was answered with; null where there was no answer. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('response' in error) || error.response === undefined) return null
  return 'status' in error && typeof error.status === 'number' ? error.status : null
}

function mayPass(error: unknown): boolean {
  const status = statusOf(error)
  return status === null || status >= 500 || status === 429
}
