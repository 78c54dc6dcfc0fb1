import { EngineFailure } from '../engine/engine-failure.ts'
import { excerpt } from '../engine/excerpt.ts'
import { statusAdvice } from '../engine/status-advice.ts'
import type { Refusal } from './bounded-fetch.ts'
import type { McpSettings } from './settings.ts'

/** Statuses of a server that is busy or gone for a moment. */
const PASSING = new Set([429, 502, 503, 504])

/** What a server over HTTP answered in the place of what it was asked for, and what to do about it. */
export function refused(
  { status, statusText, text, after }: Refusal,
  { url, headers }: Pick<McpSettings, 'url' | 'headers'>,
  cause: unknown,
): EngineFailure {
  const { origin, pathname } = new URL(url!)
  const said = text.trim() === '' ? '' : `: ${excerpt(text)}`
  const usual = pathname.endsWith('/mcp') ? '' : ', which often ends in `/mcp`,'
  const advice = statusAdvice(status, { headers, place: `\`url\`${usual}` })
  const passing = PASSING.has(status)
  return new EngineFailure(`${origin}${pathname} answered ${status}${statusText && ` ${statusText}`}${said}${advice}`, {
    ...{ passing, after: passing ? after : undefined, cause },
  })
}
