import { UserError } from '../errors.ts'
import type { Inputs } from './inputs.ts'

/** What this job does. */
export type JobMode = 'compare' | 'evaluate' | 'comment' | 'merge'

/**
 * The events that run the base branch's workflow with its secrets and rights while the code in question is a stranger's:
 * nothing of that code is checked out, read or run; all that may be done is to comment.
 */
const UNTRUSTED = new Set(['workflow_run', 'pull_request_target'])

/**
 * What an event and the input `mode` make of this job. `auto` never means `comment`: a gate that silently only commented
 * would be green whatever happened.
 * @throws UserError where the mode is not for that event
 */
export function jobMode(mode: Inputs['mode'], event: string): JobMode {
  if (UNTRUSTED.has(event)) {
    if (mode === 'comment') return mode
    throw refused(event)
  }
  if (mode !== 'comment') return mode === 'auto' ? 'compare' : mode
  throw new UserError({
    where: 'workflow',
    what: '`mode: comment` is not for this event',
    expected: 'workflow_run, or pull_request_target',
    found: event,
    hint: 'leave out `mode`: a run that evaluates comments by itself where its token may',
  })
}

function refused(event: string): UserError {
  return new UserError({
    what: `The event ${event} is not evaluated`,
    expected: 'pull_request, push, merge_group, schedule or workflow_dispatch',
    found: `${event}, whose runs hold the base branch's secrets and write permissions while the code is a stranger's`,
    hint: 'use `on: pull_request`; it works for forks too. `mode: comment` may comment on what such a run found',
  })
}
