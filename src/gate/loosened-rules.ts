import type { Drop, Rule } from './rule.ts'
import { subject } from './subject.ts'

/** A limit of a rule, as something of which less or more is stricter. */
interface Limit {
  readonly name: 'maxDrop' | 'min' | 'max' | 'maxRatio'
  of(rule: Rule): number | undefined
  readonly stricter: 'lower' | 'higher'
}

const LIMITS: readonly Limit[] = [
  { name: 'maxDrop', of: ({ maxDrop }) => sizeOf(maxDrop), stricter: 'lower' },
  { name: 'min', of: ({ min }) => min, stricter: 'higher' },
  { name: 'max', of: ({ max }) => max, stricter: 'lower' },
  { name: 'maxRatio', of: ({ maxRatio }) => maxRatio, stricter: 'lower' },
]

const STRICTNESS: Readonly<Record<Rule['confidence'], number>> = { require: 0, observed: 1, 'prove-safe': 2 }

/**
 * What a rule of the base demanded of a strategy and the head's rules do not, in sentences. `strategies` are the head's: a
 * strategy that is gone is told elsewhere.
 */
export function loosenedRules(before: readonly Rule[], now: readonly Rule[], strategies: readonly string[]): string[] {
  const sentences = before.flatMap((rule) =>
    rule.strategies
      .filter((strategy) => strategies.includes(strategy))
      .flatMap((strategy) => loosenings(rule, strategy, now)),
  )
  return [...new Set(sentences)]
}

function loosenings(rule: Rule, strategy: string, now: readonly Rule[]): string[] {
  const about = `${subject(rule)}${rule.worst === undefined ? '' : ` by worst ${rule.worst}`} on \`${strategy}\``
  const same = now.filter((other) => isAbout(other, rule) && other.strategies.includes(strategy))
  if (same.length === 0) return [`The rule about ${about} is gone.`]
  const deciding = rule.level === 'fail' ? same.filter(({ level }) => level === 'fail') : same
  if (deciding.length === 0) return [`The rule about ${about} only warns now.`]
  return LIMITS.flatMap((limit) => loosenedLimit(limit, rule, deciding, about))
}

function isAbout(other: Rule, rule: Rule): boolean {
  const key = ({ metric, where = {}, worst }: Rule) =>
    JSON.stringify([metric, Object.entries(where).sort(), worst ?? ''])
  return key(other) === key(rule)
}

/** The strictest of the head's limits of that kind decides. */
function loosenedLimit(limit: Limit, rule: Rule, candidates: readonly Rule[], about: string): string[] {
  const before = limit.of(rule)
  if (before === undefined) return []
  const having = candidates.filter((candidate) => limit.of(candidate) !== undefined)
  const order = (a: Rule, b: Rule) => (limit.of(a)! - limit.of(b)!) * (limit.stricter === 'lower' ? 1 : -1)
  const [strictest] = having.toSorted(order)
  if (strictest === undefined) return [`\`${limit.name}\` of ${about} is gone.`]
  const now = limit.of(strictest)!
  const isLooser = limit.stricter === 'lower' ? now > before : now < before
  const changedUnit = limit.name === 'maxDrop' && unitOf(rule.maxDrop) !== unitOf(strictest.maxDrop)
  return [
    ...(isLooser || changedUnit
      ? [`\`${limit.name}\` of ${about} went from ${shown(limit, rule)} to ${shown(limit, strictest)}.`]
      : []),
    ...loosenedWay(rule, strictest, about),
  ]
}

function loosenedWay(rule: Rule, now: Rule, about: string): string[] {
  const sentences: string[] = []
  if (STRICTNESS[now.confidence] < STRICTNESS[rule.confidence])
    sentences.push(`\`confidence\` of ${about} went from ${rule.confidence} to ${now.confidence}.`)
  if (now.minPairs < rule.minPairs)
    sentences.push(`\`minPairs\` of ${about} went from ${rule.minPairs} to ${now.minPairs}.`)
  return sentences
}

function sizeOf(drop: Drop | undefined): number | undefined {
  if (drop === undefined) return undefined
  return 'absolute' in drop ? drop.absolute : drop.share
}

function unitOf(drop: Drop | undefined): string {
  return drop === undefined ? '' : Object.keys(drop).join()
}

function shown(limit: Limit, rule: Rule): string {
  const { maxDrop } = rule
  if (limit.name === 'maxDrop' && maxDrop !== undefined && 'share' in maxDrop)
    return `${Number((maxDrop.share * 100).toFixed(6))} %`
  return String(limit.of(rule))
}
