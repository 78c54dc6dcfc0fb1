import { UserError } from '../errors.ts'
import type { ModelStore } from '../store/model-store.ts'
import type { CanaryCheck } from './canary.ts'
import { type Account, Ledger, type LedgerLine } from './ledger.ts'
import { MemoryRecords, type Records } from './records.ts'

export interface RecorderOptions {
  /** Without one, answers are remembered until the process ends. */
  readonly store?: ModelStore | undefined
  /** No model is called: what is not in the store is counted, and something stands in for it. */
  readonly replay?: boolean
  /** What the run may come to. */
  readonly limits?: { readonly maxCalls?: number | undefined; readonly maxCost?: number | undefined }
  /** Told when a call is to be tried again in so many milliseconds, and why. */
  readonly pausing?: Pausing | undefined
  /** Told how many answers of several that are asked for together are there, where nobody else is. */
  readonly progress?: ((what: string, done: number, total: number) => void) | undefined
  /** Told when answers are in the store. */
  readonly kept?: (() => void) | undefined
}

export type Pausing = (why: string, milliseconds: number) => void

/** What is not in the store. */
export interface Missing {
  readonly account: Account
  readonly count: number
  /** The first few. */
  readonly examples: readonly string[]
}

/** What a part of a run asks. */
export interface Apart {
  readonly lines: readonly LedgerLine[]
  readonly missing: readonly Missing[]
}

const EXAMPLES = 3

/** What a run asks of models, and what it may: one for all its strategies. */
export class Recorder {
  readonly replay: boolean
  #ledger = new Ledger()
  readonly #checks = new Map<string, CanaryCheck>()
  readonly #options: RecorderOptions
  readonly #memory = new Map<string, MemoryRecords>()
  #seen = new Set<string>()
  #missing = new Map<string, { account: Account; count: number; examples: string[] }>()
  #stopped: UserError | undefined
  #underWay = 0

  constructor(options: RecorderOptions = {}) {
    this.#options = options
    this.replay = options.replay ?? false
  }

  /** So many of the answers that are asked for together are there. */
  progress(what: string, done: number, total: number): void {
    this.#options.progress?.(what, done, total)
  }

  /** Answers are in the store. */
  kept(): void {
    this.#options.kept?.()
  }

  /** A call is to be tried again in so many milliseconds. */
  pausing(why: string, milliseconds: number): void {
    this.#options.pausing?.(why, milliseconds)
  }

  /** What was asked so far, and found in the store. */
  get ledger(): Ledger {
    return this.#ledger
  }

  /** Where the store lies; what models need beside it may lie there too. */
  get folder(): string | undefined {
    return this.#options.store?.folder
  }

  /** A model is checked once, however many sides of a run load it. */
  addCheck(check: CanaryCheck): void {
    if (!this.#checks.has(check.model)) this.#checks.set(check.model, check)
  }

  /** Of every embedder that was loaded. */
  get checks(): readonly CanaryCheck[] {
    return [...this.#checks.values()]
  }

  /** One that calls no model, over the same store: what it would come to. */
  planner(): Recorder {
    return new Recorder({ ...this.#options, replay: true })
  }

  /** Whether anything limits what this run may come to. */
  get limits(): NonNullable<RecorderOptions['limits']> {
    return this.#options.limits ?? {}
  }

  /**
   * Counts what `work` asks by itself; what was asked before it is not asked again. With `forget` it is as if it had never
   * been asked, for what may be asked or not.
   */
  async apart(work: () => Promise<unknown>, { forget = false } = {}): Promise<Apart> {
    const [ledger, missing, seen] = [this.#ledger, this.#missing, this.#seen]
    this.#ledger = new Ledger()
    this.#missing = new Map()
    if (forget) this.#seen = new Set(seen)
    try {
      await work()
      return { lines: this.#ledger.lines(), missing: this.missing }
    } finally {
      this.#ledger = ledger
      this.#missing = missing
      this.#seen = seen
    }
  }

  /** Puts away what was added to the store. */
  async tidy(): Promise<void> {
    await this.#options.store?.close()
  }

  /** Where the answers of a model are kept. */
  records(label: string, identity: string): Records {
    const { store } = this.#options
    if (store !== undefined) return store.journal(label, identity)
    const known = this.#memory.get(identity) ?? new MemoryRecords()
    this.#memory.set(identity, known)
    return known
  }

  /** Whether an answer is used for the first time in this run: each counts once, for who asked first. */
  isFirst(key: string): boolean {
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }

  miss(account: Account, texts: readonly string[]): void {
    const key = JSON.stringify([account.strategy, account.role, account.entry])
    const known = this.#missing.get(key) ?? { account, count: 0, examples: [] }
    known.count += texts.length
    known.examples.push(...texts.slice(0, EXAMPLES - known.examples.length))
    this.#missing.set(key, known)
  }

  get missing(): readonly Missing[] {
    return [...this.#missing.values()]
  }

  /** Whatever else is asked of any model, this run cannot be whole. */
  stop(error: UserError): void {
    this.#stopped ??= error
  }

  /** @throws UserError that ended the run, if one did */
  throwIfStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped
  }

  /** The run goes on without a part of it: what ended that part, and the models that it loaded, are of no concern any more. */
  goOn(): void {
    this.#stopped = undefined
    this.#checks.clear()
  }

  /** Before each call. Throws `UserError` where the run is over, or this call is one too many. */
  beforeCall(): void {
    const { maxCalls = Number.POSITIVE_INFINITY, maxCost = Number.POSITIVE_INFINITY } = this.limits
    const { calls, cost } = this.ledger
    if (calls + this.#underWay >= maxCalls) this.stop(spent('maxCalls', `${maxCalls} calls`))
    if (cost > maxCost) this.stop(spent('maxCost', `${maxCost}`))
    this.throwIfStopped()
    this.#underWay++
  }

  afterCall(): void {
    this.#underWay--
  }
}

function spent(key: string, limit: string): UserError {
  return new UserError({
    what: `the models have used up \`${key}\` (${limit}); the run is stopped`,
    hint: `what they answered is in the model store, and is not paid for again: raise \`${key}\` and run it again`,
  })
}
