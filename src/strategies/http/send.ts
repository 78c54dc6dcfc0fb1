import { boundedText } from '../engine/bounded-text.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { excerpt } from '../engine/excerpt.ts'
import { explainNetworkError } from '../engine/explain-network-error.ts'
import { isCredential } from '../engine/header-keys.ts'
import { secondsToWait } from './seconds-to-wait.ts'

export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Names of headers, in small letters, that hold a secret: no other host gets them. */
  readonly secrets: ReadonlySet<string>
  readonly body?: string
  /** What to do about an answer of that status, for the end of the message. */
  advice?(status: number): string
}

export interface SendOptions {
  readonly fetch: typeof fetch
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Statuses of an engine that is busy or gone for a moment. */
const PASSING = new Set([429, 502, 503, 504])
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MOST_REDIRECTS = 5

/** Sends a request and returns the text of its answer. Throws `EngineFailure` for every answer but one of success. */
export async function send(request: HttpRequest, options: SendOptions): Promise<string> {
  let current = request
  for (let followed = 0; followed <= MOST_REDIRECTS; followed++) {
    const response = await ask(current, options)
    if (!REDIRECTS.has(response.status)) return answerOf(response, current, options)
    current = redirected(current, response)
    await response.body?.cancel()
  }
  throw new EngineFailure(`${new URL(request.url).origin} redirects in a circle`)
}

async function ask({ url, method, headers, body }: HttpRequest, { fetch, signal }: SendOptions): Promise<Response> {
  try {
    return await fetch(url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) })
  } catch (error) {
    signal.throwIfAborted()
    throw explainNetworkError(error, url)
  }
}

async function answerOf(
  response: Response,
  { url, advice }: HttpRequest,
  { maxBytes, signal }: SendOptions,
): Promise<string> {
  let text: string
  try {
    text = await boundedText(response, maxBytes)
  } catch (error) {
    signal.throwIfAborted()
    throw explainNetworkError(error, url)
  }
  if (response.ok) return text
  const { status, statusText, headers } = response
  const said = text.trim() === '' ? '' : `: ${excerpt(text)}`
  const answered = `answered ${status}${statusText && ` ${statusText}`}${said}`
  throw new EngineFailure(`${new URL(url).origin} ${answered}${advice?.(status) ?? ''}`, {
    passing: PASSING.has(status),
    after: PASSING.has(status) ? secondsToWait(headers) : undefined,
  })
}

/** The request where the answer points to. Credentials stay with the host that they are for. */
function redirected(request: HttpRequest, response: Response): HttpRequest {
  const location = response.headers.get('location')
  const from = new URL(request.url)
  if (location === null || !URL.canParse(location, from.href)) {
    throw new EngineFailure(`${from.origin} answered ${response.status} without an address to go to`)
  }
  const to = new URL(location, from)
  const keepsMethod = response.status === 307 || response.status === 308
  if (request.method !== 'GET' && !keepsMethod) {
    throw new EngineFailure(
      `${from.origin} answered ${response.status}: it has moved to ${to.href}; write that as \`url\``,
    )
  }
  if (to.protocol !== 'http:' && to.protocol !== 'https:') {
    throw new EngineFailure(`${from.origin} redirects to ${to.protocol}, which is not followed`)
  }
  if (to.origin === from.origin) return { ...request, url: to.href }
  const kept = Object.entries(request.headers).filter(([name]) => !isSecret(name, request.secrets))
  return { ...request, url: to.href, headers: Object.fromEntries(kept) }
}

function isSecret(name: string, secrets: ReadonlySet<string>): boolean {
  return secrets.has(name.toLowerCase()) || isCredential(name)
}
