import { count, duration } from '../../numbers.ts'
import { textTable } from '../text-table.ts'
import type { EmptiedPlace } from './emptied-place.ts'
import type { ListedPlace, ListedState } from './listed-place.ts'
import type { LoadedState } from './load-states.ts'

/** What was loaded for a strategy, for a terminal. */
export function loadedText({ strategy, at, state, seconds, ...report }: LoadedState): string {
  const took = duration(1000 * seconds)
  const isNew = report.sent + report.takenOver > 0
  const done = isNew ? `loaded in ${took}` : `nothing to load (${took})`
  return `${strategy}: ${done}: ${piecesOf(report)}\n  ${state} in ${at}\n`
}

function piecesOf({ pieces, sent, takenOver }: Pick<LoadedState, 'pieces' | 'sent' | 'takenOver'>): string {
  const all = count(pieces, 'piece')
  if (sent + takenOver === 0) return `${all}, all unchanged`
  if (takenOver === 0) return `${all}, all sent`
  return `${all}, ${sent} new or changed and sent, ${takenOver} unchanged and taken over from another state`
}

/** A place for a terminal: a line a state. */
export function listedText({ title, strategies, states, others }: ListedPlace): string {
  const who = `${strategies.length === 1 ? 'strategy' : 'strategies'} ${strategies.join(', ')}`
  const head = `${title}: ${states.length === 0 ? 'nothing is loaded' : count(states.length, 'state')} (${who})\n`
  if (states.length === 0) return head + othersText(others)
  const rows = states.map((one) => [one.name, String(one.pieces), one.embedder ?? 'none', ...stateOf(one)])
  const table = textTable([['name', 'pieces', 'vectors', 'strategies', 'last used', ''], ...rows], 'left')
  return `${head}${table.replace(/^(?=.)/gm, '  ')}${othersText(others)}`
}

function stateOf({ strategies, idleSeconds, thisCheckout, inUse }: ListedState): string[] {
  const marks = [...(thisCheckout ? ['this checkout'] : []), ...(inUse ? ['a run uses it'] : [])]
  return [strategies.join(', ') || 'none any more', ago(idleSeconds), marks.join('; ')]
}

/** A place that was emptied, for a terminal. */
export function emptiedText({ title, removed, left, others }: EmptiedPlace): string {
  const done = removed.length === 0 ? 'nothing to remove' : `removed ${count(removed.length, 'state')}`
  const stay = left.map((name) => `  left ${name}: a run uses it, or was killed in the last half hour\n`).join('')
  return `${title}: ${left.length > 0 && removed.length === 0 ? 'removed nothing' : done}\n${stay}${othersText(others)}`
}

function othersText(others: number): string {
  return others === 0 ? '' : `  ${count(others, 'state')} of other strategies not counted\n`
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const

function ago(seconds: number): string {
  const unit = UNITS.find(([length]) => seconds >= length)
  return unit === undefined ? 'just now' : `${count(Math.floor(seconds / unit[0]), unit[1])} ago`
}
