import { piecesOf } from './template/template.ts'

/** Names of headers that hold credentials. */
const CREDENTIAL =
  /^(?:proxy-authorization|authorization|cookie)$|(?:^|-)(?:api-?key|(?:access|auth|account|admin|session|subscription)-?key|token|secret|password)$/i

/** Words before a key in a header: `Bearer KEY`. */
const SCHEME = /^(?:bearer|basic|token|apikey|api-key|key)(?:\s+|$)/i

export type Headers = Readonly<Record<string, string>>

/** Whether a header's name says that it holds a key. */
export function isCredential(header: string): boolean {
  return CREDENTIAL.test(header)
}

/** A key that is written out in the config. */
export interface WrittenKey {
  readonly header: string
  /** What stands before it: `Bearer `, or nothing. */
  readonly scheme: string
  readonly key: string
}

/** Headers as they are written that hold a key and no environment variable. */
export function writtenKeys(headers: Headers): WrittenKey[] {
  return Object.entries(headers).flatMap(([header, text]) => {
    if (!isCredential(header) || variablesIn(text).length > 0) return []
    const scheme = SCHEME.exec(text)?.[0] ?? ''
    const key = text.slice(scheme.length).trim()
    return key === '' ? [] : [{ header, scheme, key }]
  })
}

/** The environment variables that a header takes, as it is written. */
export function variablesIn(text: string): string[] {
  return piecesOf(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name.slice('env.'.length)]))
}
