import pLimit from 'p-limit'
import { keyOf } from '../store/record-file.ts'
import { inBatches } from './in-batches.ts'
import type { Tokens } from './ledger.ts'
import { ModelCalls } from './model-calls.ts'
import type { ModelContext } from './model-context.ts'
import { identityText, modelLabel } from './model-label.ts'
import { type AskOptions, type Questioning, totalTokens } from './questioning.ts'
import type { Recorder } from './recorder.ts'
import type { Records } from './records.ts'

/** A model whose answers are kept: each input is asked for once, whoever asks, in this run or a later one. */
export class RecordedModel<Input, Answer> {
  /** Provider and model. */
  readonly label: string
  readonly records: Records
  readonly calls: ModelCalls<Input, Answer>
  readonly #questioning: Questioning<Input, Answer>
  readonly #recorder: Recorder
  readonly #limit: ReturnType<typeof pLimit>
  readonly #batch: number
  /** Tells the inputs of this model from those of others. */
  readonly #name: string
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(questioning: Questioning<Input, Answer>, context: Pick<ModelContext, 'name' | 'calls' | 'recorder'>) {
    const { role, identity, limits } = questioning
    this.#questioning = questioning
    this.#recorder = context.recorder
    this.#limit = pLimit(context.calls.concurrency ?? limits.concurrency)
    this.#batch = context.calls.batch ?? limits.batch
    this.#name = `${role} ${context.name}`
    this.label = modelLabel(identity)
    this.records = this.#recorder.records(this.label, identityText(role, identity))
    this.calls = new ModelCalls(questioning, { context, label: this.label, records: this.records })
  }

  /**
   * Answers in the order of the inputs. Throws `ModelFailure` where the model failed on one of them, once all calls under way
   * have ended and what they brought is kept; `UserError` where the run cannot go on.
   */
  async answers(inputs: readonly Input[], options: AskOptions): Promise<Answer[]> {
    const keys = inputs.map((input) => this.#keyOf(input))
    const missing = new Map<string, Input>()
    for (const [index, key] of keys.entries()) {
      if (this.records.get(key) === undefined) missing.set(key, inputs[index]!)
    }
    this.#countRecalled(inputs, keys, missing, options.strategy)
    if (this.#recorder.replay) this.#countMissing(missing, options.strategy)
    else if (missing.size > 0) await this.#ask(missing, inputs.length, options)
    options.progress?.(inputs.length, inputs.length)
    const found = keys.map((key) => this.#answer(key))
    return found.every((answer) => answer !== undefined) ? found : this.#withStandIns(inputs, found)
  }

  /** What is kept of these; null unless all of them are. */
  recall(inputs: readonly Input[]): Answer[] | null {
    const found = inputs.flatMap((input) => this.records.get(this.#keyOf(input)) ?? [])
    return found.length === inputs.length ? found.map(this.#questioning.decode) : null
  }

  /** Counts what asking for all of these would come to. */
  plan(inputs: readonly Input[], strategy: string): void {
    const { ledger } = this.#recorder
    for (const batch of this.#batches(inputs)) {
      const estimate = totalTokens(batch.map(this.#questioning.tokensOf))
      ledger.call(this.calls.account(strategy), batch.length, {}, estimate)
    }
  }

  #keyOf(input: Input): string {
    return keyOf(this.#questioning.partsOf(input))
  }

  #answer(key: string): Answer | undefined {
    const bytes = this.records.get(key)
    return bytes && this.#questioning.decode(bytes)
  }

  async #withStandIns(inputs: readonly Input[], found: readonly (Answer | undefined)[]): Promise<Answer[]> {
    const answered: (readonly [Input, Answer])[] = []
    const missing: Input[] = []
    for (const [place, answer] of found.entries()) {
      if (answer === undefined) missing.push(inputs[place]!)
      else answered.push([inputs[place]!, answer])
    }
    const standIns = (await this.#questioning.standIns(missing, answered, this.calls.known())).values()
    return found.map((answer) => answer ?? standIns.next().value!)
  }

  #countRecalled(
    inputs: readonly Input[],
    keys: readonly string[],
    missing: ReadonlyMap<string, Input>,
    strategy: string,
  ): void {
    const recalled = [...keys.keys()].filter((index) => !missing.has(keys[index]!) && this.#isFirst(keys[index]!))
    if (recalled.length === 0) return
    const tokens = totalTokens(recalled.map((index) => this.#tokensOfKnown(keys[index]!, inputs[index]!)))
    this.#recorder.ledger.recalled(this.calls.account(strategy), recalled.length, tokens)
  }

  #tokensOfKnown(key: string, input: Input): Tokens {
    const { tokensOf, answerTokens, decode } = this.#questioning
    const { input: read, output } = tokensOf(input)
    return { input: read, output: answerTokens?.(decode(this.records.get(key)!)) ?? output }
  }

  #countMissing(missing: ReadonlyMap<string, Input>, strategy: string): void {
    const inputs = [...missing].filter(([key]) => this.#isFirst(key)).map(([, input]) => input)
    if (inputs.length === 0) return
    this.#recorder.miss(this.calls.account(strategy), inputs.map(this.#questioning.textOf))
    this.plan(inputs, strategy)
  }

  #isFirst(key: string): boolean {
    return this.#recorder.isFirst(`${this.#name} ${key}`)
  }

  #batches(inputs: readonly Input[]): Input[][] {
    return inBatches(inputs, this.#batch, (input) => this.#questioning.tokensOf(input).input)
  }

  async #ask(missing: ReadonlyMap<string, Input>, total: number, options: AskOptions): Promise<void> {
    const awaited = [...missing.keys()].flatMap((key) => this.#underWay.get(key) ?? [])
    const inputs = [...missing].filter(([key]) => !this.#underWay.has(key)).map(([, input]) => input)
    let done = total - inputs.length
    const progress = options.progress ?? this.#progressOf(options.strategy)
    let failure: { readonly error: unknown } | undefined
    progress(done, total)
    const calls = this.#batches(inputs).map((batch) => {
      const call = this.#limit(async () => {
        if (failure !== undefined) throw failure.error
        await this.calls.ask(batch, options).catch((error) => {
          failure ??= { error }
          throw error
        })
        done += batch.length
        progress(done, total)
      })
      this.#hold(batch, call)
      return call
    })
    const ended = await Promise.allSettled([...calls, ...awaited])
    if (failure !== undefined) throw failure.error
    for (const end of ended) if (end.status === 'rejected') throw end.reason
  }

  /** For who does not show how far it is: a reranker's texts are those of one question, and questions are counted. */
  #progressOf(strategy: string): NonNullable<AskOptions['progress']> {
    const isCounted = this.#questioning.role === 'reranker'
    return (done, total) => {
      if (!isCounted && total > 1) this.#recorder.progress(`${strategy}, ${this.#name}`, done, total)
    }
  }

  /** Whoever asks for the same meanwhile waits for it. */
  #hold(batch: readonly Input[], call: Promise<void>): void {
    const keys = batch.map((input) => this.#keyOf(input))
    for (const key of keys) {
      this.#underWay.set(key, call)
      this.#isFirst(key)
    }
    const release = () => {
      for (const key of keys) this.#underWay.delete(key)
    }
    call.then(release, release)
  }
}
