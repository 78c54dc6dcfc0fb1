import { EngineFailure } from '../engine/engine-failure.ts'

/** What `pg` throws: an error of the server with its code (SQLSTATE), or one of the network with Node's. */
interface PostgresError extends Error {
  readonly code?: string
  readonly detail?: string
  readonly hint?: string
  /** Character of the statement, from 1. */
  readonly position?: string
}

/** Of a server that is starting, stopping or full, and of a lost connection. */
const PASSING = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
  '40001',
  '40P01',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
])
const LOST = /Connection terminated|connection timeout|Client has encountered a connection error/i

const MEANING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ECONNRESET: 'the connection was closed (ECONNRESET)',
  EPIPE: 'the connection was closed (EPIPE)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
  ETIMEDOUT: 'the connection took too long (ETIMEDOUT)',
}

/** Hints on what a user may have forgotten, by SQLSTATE. */
function hintFor(code: string, message: string): string | undefined {
  if (code === '28P01' || code === '28000') return 'see the user and password in the address'
  if ((code === '42704' || code === '42883') && /\bvector\b|<=>|<#>|<->|<\+>/.test(message)) {
    return 'is pgvector there (`create extension vector`), and in the `search_path`?'
  }
  if (code === '57014') return 'it took longer than the `timeout`'
  if (code === '25006') return 'a question may only read'
  if (code === '22000' && message.includes('dimensions'))
    return 'is the `embedder` the one that made the vectors in the table?'
  if (code === '42P18' || code === '42P08') return 'say of what type the parameter is, as in `:query::text`'
  return undefined
}

/** An error of PostgreSQL as a sentence: where, what it says, and the place in the statement. `host` is shown as it is. */
export function explainPostgresError(error: unknown, host: string, sql: string): EngineFailure {
  if (error instanceof EngineFailure) return error
  const { code = '', message, detail, hint, position } = error as PostgresError
  const passing = PASSING.has(code) || LOST.test(message)
  if (MEANING[code] !== undefined || LOST.test(message)) {
    return new EngineFailure(`PostgreSQL at ${host} cannot be asked: ${MEANING[code] ?? message}`, {
      passing,
      cause: error,
    })
  }
  const place = position === undefined ? '' : ` ${placeIn(sql, Number(position))}`
  const more = [detail, hintFor(code, message) ?? hint].filter((one) => one !== undefined).join('; ')
  const state = code === '' ? '' : ` (${code})`
  return new EngineFailure(`PostgreSQL at ${host}: ${message}${place}${state}${more === '' ? '' : `; ${more}`}`, {
    passing,
    cause: error,
  })
}

/** Where in a statement a character is, from 1, and what stands there. */
function placeIn(sql: string, position: number): string {
  const before = sql.slice(0, position - 1)
  const line = before.split('\n').length
  const there = sql
    .slice(position - 1, position + 39)
    .split('\n')[0]!
    .trim()
  return `at line ${line} of the statement, "${there}"`
}
