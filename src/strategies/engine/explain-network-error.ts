import { EngineFailure } from './engine-failure.ts'

/** What lies behind a failed `fetch`, by the code of the error that caused it. */
const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes from an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an authority that is not known here',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host',
}

const PASSING = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET', 'EAI_AGAIN'])

const MEANING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
}

/** An error of `fetch` as a sentence about the host, and whether asking again may help. `fetch` itself says "fetch failed". */
export function explainNetworkError(error: unknown, url: string): EngineFailure {
  if (error instanceof EngineFailure) return error
  const { origin } = new URL(url)
  const [code, message] = causeOf(error)
  const certificate = code === undefined ? undefined : CERTIFICATE[code]
  if (certificate !== undefined) {
    const hint = 'to trust it, give the file of its authority in NODE_EXTRA_CA_CERTS'
    return new EngineFailure(`the certificate of ${origin} ${certificate} (${code}); ${hint}`, { cause: error })
  }
  const passing = code !== undefined && PASSING.has(code)
  const meaning = code === undefined ? undefined : MEANING[code]
  const why = meaning === undefined ? message : `${meaning} (${code})`
  return new EngineFailure(`${origin} cannot be asked: ${why}`, { passing, cause: error })
}

/** The code and message of the innermost cause that has a code, else the outermost message. */
function causeOf(error: unknown): [string | undefined, string] {
  let found: [string | undefined, string] = [undefined, error instanceof Error ? error.message : String(error)]
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 8; depth++) {
    const { code, message } = one as { code?: unknown; message: string }
    if (typeof code === 'string') found = [code, message]
    const inner: unknown = one instanceof AggregateError ? one.errors[0] : undefined
    one = one.cause ?? inner
  }
  return found
}
