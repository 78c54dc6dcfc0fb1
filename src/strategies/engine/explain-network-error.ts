import { networkCause } from '../../network-cause.ts'
import { EngineFailure } from './engine-failure.ts'

const PASSING = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET', 'EAI_AGAIN'])

/** An error of `fetch` as a sentence about the host, and whether asking again may help. `fetch` itself says "fetch failed". */
export function explainNetworkError(error: unknown, url: string): EngineFailure {
  if (error instanceof EngineFailure) return error
  const { origin } = new URL(url)
  const { code, message, meaning, certificate } = networkCause(error)
  if (certificate !== undefined) {
    const hint = 'to trust it, give the file of its authority in NODE_EXTRA_CA_CERTS'
    return new EngineFailure(`the certificate of ${origin} ${certificate} (${code}); ${hint}`, { cause: error })
  }
  const passing = code !== undefined && PASSING.has(code)
  const why = meaning === undefined ? message : `${meaning} (${code})`
  return new EngineFailure(`${origin} cannot be asked: ${why}`, { passing, cause: error })
}
