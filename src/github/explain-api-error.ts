import { statusOf } from './api.ts'

/**
 * Why GitHub refused, in a sentence that says what to do: `permission` is what the request needs, as a workflow writes it
 * (`pull-requests: write`).
 */
export function explainApiError(error: unknown, permission: string): string {
  const status = statusOf(error)
  const said = error instanceof Error ? firstLine(error.message) : String(error)
  if (status === null) return `GitHub could not be reached (${said})`
  if (status === 401) return `GitHub does not accept the token given as \`github-token\` (401: ${said})`
  if (status === 429 || (status === 403 && /rate limit|abuse/i.test(said)))
    return `GitHub's rate limit is reached (${said})`
  if (status === 403 || status === 404) {
    return `the token may not do this (${status}: ${said}); the job needs \`permissions: ${permission}\``
  }
  return `GitHub answered ${status} (${said})`
}

function firstLine(message: string): string {
  const line = message.split(/[\r\n]/, 1)[0] ?? ''
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}
