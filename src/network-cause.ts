/** What lies behind a failed `fetch`, which itself says "fetch failed". */
export interface NetworkCause {
  /** Of the innermost cause that has one: `ECONNREFUSED`. */
  readonly code: string | undefined
  readonly message: string
  /** The code in words. */
  readonly meaning: string | undefined
  /** What is wrong with the server's certificate, where it is that: "is self-signed". */
  readonly certificate: string | undefined
}

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
  ERR_SSL_WRONG_VERSION_NUMBER: 'what listens there speaks no TLS: its address begins with `http://`',
}

/** Looks behind an error of `fetch`. */
export function networkCause(error: unknown): NetworkCause {
  const [code, message] = causeOf(error)
  const known = code ?? ''
  return { code, message, meaning: MEANING[known], certificate: CERTIFICATE[known] }
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
