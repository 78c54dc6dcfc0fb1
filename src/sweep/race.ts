import type { Query } from '../model.ts'
import { cannotWin, type RaceRules, type Reason, TOLERANCE } from './cannot-win.ts'
import { currentFirst } from './current-first.ts'
import { Measured, type Scored } from './measured.ts'
import { pairedScores } from './paired-scores.ts'
import { raceOrder } from './race-order.ts'
import type { Setting } from './setting.ts'

/** Answers questions with one setting. */
export interface Asker {
  ask(
    queries: readonly Query[],
  ): Promise<{ readonly scored: readonly Scored[]; readonly errors: ReadonlyMap<string, string> }>
}

/** One setting at the end of the race. */
export interface Entry {
  readonly setting: Setting
  /** Its place in the list of settings. */
  readonly index: number
  readonly measured: Measured
  /** When it was known that it cannot win; null for one that could to the end. */
  readonly out: { readonly after: number; readonly reason: Reason } | null
  /** Why it is not to be chosen, whatever it scores. */
  readonly barred: 'errors' | 'budget' | null
}

export interface RaceOptions {
  /** All questions, by id. */
  readonly queries: readonly Query[]
  readonly range: readonly [number, number]
  readonly seed: string
  /** Settings that cannot win are not asked any further. */
  readonly earlyStop: boolean
  /** Questions of a setting that may err. */
  readonly maxErrors: number
  /** Builds the setting of an index. What was built for `kept` (the current one and the leader) is needed again. */
  open(index: number, kept: readonly number[]): Promise<Asker>
  progress(index: number, done: number, total: number): void
}

export interface RaceResult {
  /** In the order in which they ran: the current one first. */
  readonly entries: readonly Entry[]
  readonly current: Entry
  /** The best that is not barred; the current one unless another is better. */
  readonly winner: Entry
}

/**
 * Tries the settings one after the other, the current one first, each on growing shares of the questions in the same
 * order; one that cannot beat the best so far is out. Whether those that are out are asked to the end (`earlyStop`)
 * changes nothing about the others.
 */
export async function race(settings: readonly Setting[], options: RaceOptions): Promise<RaceResult> {
  const blocks = raceOrder(options.queries, options.seed)
  const rules = { ...options, looks: blocks.length - 1 }
  const entries: Entry[] = []
  // Decides who is out: never one that is out itself, so that it is the same however far those are asked.
  let leader: Entry | undefined
  for (const index of currentFirst(settings)) {
    const setting = settings[index]!
    const kept = [entries[0], leader].flatMap((entry) => (entry === undefined ? [] : [entry.index]))
    const asker = await options.open(index, kept)
    const { measured, out } = await asked(asker, blocks, leader, rules, options, (done) =>
      options.progress(index, done, options.queries.length),
    )
    const barred = barredBy(setting, measured, entries[0], options)
    const entry = { setting, index, measured, out, barred }
    entries.push(entry)
    // There is nothing to compare with: whatever else is asked would be paid for in vain.
    if (entry === entries[0] && barred !== null) break
    if (out === null && beats(entry, leader, options.queries)) leader = entry
  }
  const current = entries[0]!
  const winner = entries.reduce(
    (best, entry) => (isComplete(entry, options.queries) && beats(entry, best, options.queries) ? entry : best),
    current,
  )
  return { entries, current, winner }
}

/** Asks one setting, block by block, for as long as it can win. */
async function asked(
  asker: Asker,
  blocks: readonly Query[][],
  leader: Entry | undefined,
  rules: RaceRules,
  { queries, earlyStop }: RaceOptions,
  progress: (done: number) => void,
): Promise<Pick<Entry, 'measured' | 'out'>> {
  const measured = new Measured()
  let out: Entry['out'] = null
  for (const block of blocks) {
    const { scored, errors } = await asker.ask(block)
    measured.add(scored, errors)
    progress(measured.asked)
    if (leader === undefined || out !== null || measured.asked >= queries.length) continue
    const reason = cannotWin(measured, leader.measured, rules)
    if (reason !== null) out = { after: measured.asked, reason }
    if (reason !== null && earlyStop) break
  }
  return { measured, out }
}

function barredBy(
  { cutsOtherwise }: Setting,
  measured: Measured,
  current: Entry | undefined,
  { maxErrors, queries }: RaceOptions,
): Entry['barred'] {
  if (measured.errors.size > maxErrors) return 'errors'
  if (current === undefined || !cutsOtherwise) return null
  const gain = meanGain(current.measured, measured, queries, ({ budget }) => budget ?? 0)
  return gain < -TOLERANCE ? 'budget' : null
}

function isComplete({ measured }: Entry, queries: readonly Query[]): boolean {
  return measured.asked >= queries.length
}

function beats(entry: Entry, best: Entry | undefined, queries: readonly Query[]): boolean {
  if (best === undefined) return true
  return entry.barred === null && meanGain(best.measured, entry.measured, queries) > TOLERANCE
}

/** On the questions that both have scored: one that errs where others score low gains nothing by that. 0 without any. */
function meanGain(base: Measured, now: Measured, queries: readonly Query[], read?: (scored: Scored) => number): number {
  const pairs = pairedScores(base, now, queries, read)
  const total = pairs.now.reduce((sum, score, index) => sum + score - pairs.base[index]!, 0)
  return total / Math.max(1, pairs.now.length)
}
