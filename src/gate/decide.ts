import { compareCodeUnits } from '../code-units.ts'
import { type Accepted, acceptedOf } from './accepted.ts'
import { withoutAcceptedLosses } from './accepted-losses.ts'
import { acceptResult, isAcceptedFailure } from './accepted-results.ts'
import { acceptedSentences } from './accepted-sentences.ts'
import { checkLimits } from './check-limits.ts'
import { compareLatency } from './compare-latency.ts'
import type { GateInput } from './gate-input.ts'
import { gatedStrategies } from './gated-strategies.ts'
import { headline } from './headline.ts'
import { judgeDrops } from './judge-drops.ts'
import { loosened } from './loosened.ts'
import { gateNotes } from './notes.ts'
import { pinnedByQuestion, pinnedReason } from './pinned-by-question.ts'
import { pinnedFailures } from './pinned-failures.ts'
import { isProtected, protectedFailures, underBaseRules } from './protected.ts'
import { resultReason } from './result-reason.ts'
import { invalidReasons } from './validity.ts'
import type { RuleResult, Status, Verdict } from './verdict.ts'

/** What the rules find, before anybody answers for any of it. */
type Found = Pick<Verdict, 'results' | 'latency' | 'pinned'>

/** Rules to a verdict: the one object that every report and the exit code print. */
export function decide(given: GateInput): Verdict {
  const protecting = isProtected(given)
  const asked = protecting ? underBaseRules(given) : given
  const accepted = acceptedOf(asked)
  const input = withoutAcceptedLosses(asked, accepted)
  const gated = gatedStrategies(input)
  const limits = everyRule(asked, checkLimits)
  const found = judgeAll(input, limits, gated)
  const { results, latency, pinned } = accept(found, accepted)
  const having = (status: RuleResult['status']) => [...results, ...latency].filter((result) => result.status === status)
  const invalid = [...invalidReasons(input, gated), ...having('invalid').map(resultReason)]
  const failed = having('fail')
  const status: Status = invalid.length > 0 ? 'invalid' : failed.length + pinned.length > 0 ? 'fail' : 'pass'
  const reasons = [...invalid, ...failed.map(resultReason), ...pinnedByQuestion(pinned).map(pinnedReason)]
  const deciding = decidingResult(input, failed.length > 0 ? failed : status === 'fail' ? [] : results)
  const decided = { status, reasons, deciding, results, latency, pinned }
  return {
    ...decided,
    headline: headline({ ...decided, ...(status === 'invalid' && { reasons: invalid }) }, input.comparison !== null),
    broke: brokenQueries(input, gated),
    notes: gateNotes(input, status, results, (view) => judgeDrops(input, view)),
    ...present('loosened', loosenedSentences(given, protecting)),
    ...present('accepted', acceptedSentences(asked, accepted, found)),
  }
}

function judgeAll(input: GateInput, limits: readonly RuleResult[], gated: readonly string[]): Found {
  const protecting = isProtected(input)
  const isTiming = ({ rule }: RuleResult) => input.metricOf(rule.metric).kind === 'timing'
  const drops = judgeDrops(input, protecting ? 'old judgments' : 'today')
  return {
    results: [...drops, ...limits.filter((result) => !isTiming(result))],
    latency: [...limits.filter(isTiming), ...everyRule(input, compareLatency)],
    pinned: [...pinnedFailures(input, gated), ...(protecting ? protectedFailures(input) : [])],
  }
}

function accept({ results, latency, pinned }: Found, accepted: Accepted): Found {
  return {
    results: results.map((result) => acceptResult(result, accepted)),
    latency: latency.map((result) => acceptResult(result, accepted)),
    pinned: pinned.filter((failure) => !isAcceptedFailure(failure, accepted)),
  }
}

/** Absent where there is nothing to say, so that a verdict without it keeps its bytes. */
function present<K extends string>(name: K, sentences: readonly string[]): Partial<Record<K, readonly string[]>> {
  return sentences.length > 0 ? ({ [name]: sentences } as Record<K, readonly string[]>) : {}
}

function loosenedSentences({ base, head }: GateInput, protecting: boolean): string[] {
  const sentences = loosened(base, head)
  if (!protecting || sentences.length === 0) return sentences
  return [...sentences, 'None of this counts here: the base branch is protected, so its own rules decide.']
}

function everyRule(
  input: GateInput,
  check: (rule: GateInput['rules'][number], strategy: string, input: GateInput) => RuleResult[],
): RuleResult[] {
  return input.rules.flatMap((rule) => rule.strategies.flatMap((strategy) => check(rule, strategy, input)))
}

/** The result that the headline is about: of a rule that can fail, on what ships, with the largest loss. */
function decidingResult({ head, metricOf }: GateInput, results: readonly RuleResult[]): RuleResult | null {
  const compared = results.filter(({ status, now }) => now !== null && status !== 'not compared')
  const loss = ({ change, rule }: RuleResult) =>
    change === null ? 0 : metricOf(rule.metric).family.higherIsBetter ? -change : change
  const order = (result: RuleResult) => [
    Number(result.rule.level === 'warn'),
    Number(result.strategy !== head.primary),
    Number(result.change === null),
    -loss(result),
  ]
  const ranked = compared.map((result) => ({ result, keys: order(result) }))
  ranked.sort((a, b) => a.keys.map((key, turn) => key - b.keys[turn]!).find((difference) => difference !== 0) ?? 0)
  return ranked[0]?.result ?? null
}

/** Ids of the queries that broke on a gated strategy, worst first. */
function brokenQueries({ comparison }: GateInput, gated: readonly string[]): string[] {
  const broken = (comparison?.strategies ?? [])
    .filter(({ strategy }) => gated.includes(strategy))
    .flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'broke'))
    .sort((a, b) => a.difference - b.difference || compareCodeUnits(a.id, b.id))
  return [...new Set(broken.map(({ id }) => id))]
}
