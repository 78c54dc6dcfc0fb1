import { UserError } from '../errors.ts'
import { keyOf } from '../store/record-file.ts'
import type { Account } from './ledger.ts'
import type { ModelContext } from './model-context.ts'
import { ModelFailure } from './model-failure.ts'
import { type AskOptions, type Questioning, totalTokens } from './questioning.ts'
import type { Records } from './records.ts'

export interface CallsOptions {
  readonly context: Pick<ModelContext, 'name' | 'calls' | 'recorder'>
  /** Provider and model. */
  readonly label: string
  readonly records: Records
}

/** Calls until valid answers are given up on. */
const TRIES = 3
/** Of a text in a message, in characters. */
const LONGEST = 80

/** Calls of one model: counted, checked, and what is valid of their answers kept before anybody sees it. */
export class ModelCalls<Input, Answer> {
  readonly #questioning: Questioning<Input, Answer>
  readonly #options: CallsOptions

  constructor(questioning: Questioning<Input, Answer>, options: CallsOptions) {
    this.#questioning = questioning
    this.#options = options
  }

  /** Asks until every input has a valid answer. Throws as `call`, and `ModelFailure` for answers that stay wrong. */
  async ask(inputs: readonly Input[], options: AskOptions): Promise<void> {
    let left = inputs
    for (let turn = 1; ; turn++) {
      const { kept, fault } = await this.#once(left, options)
      left = left.filter((input) => !kept.has(input))
      if (left.length === 0) return
      const text = JSON.stringify(shortened(this.#questioning.textOf(left[0]!)))
      if (turn === TRIES) throw this.#failure(`${fault}, ${TRIES} times, for ${text}`)
    }
  }

  /**
   * One call, whatever it answers. Throws `ModelFailure` for what concerns this call; a `UserError` of the model's, or of a
   * limit, ends the run.
   */
  async call(inputs: readonly Input[], { strategy, signal }: AskOptions): Promise<readonly Answer[]> {
    const { recorder } = this.#options.context
    signal.throwIfAborted()
    recorder.beforeCall()
    try {
      const { answers, usage } = await this.#questioning.call(inputs, signal)
      const estimate = totalTokens(inputs.map(this.#questioning.tokensOf))
      recorder.ledger.call(this.account(strategy), answers.length, usage, estimate)
      return answers
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UserError) throw error
      throw this.#failure(error instanceof Error ? error.message : String(error))
    } finally {
      recorder.afterCall()
    }
  }

  /** Resolves when they are on disk. Where that cannot be, the run is over. */
  async keep(answers: readonly (readonly [Input, Answer])[]): Promise<void> {
    const { records, context } = this.#options
    const { partsOf, encode } = this.#questioning
    try {
      await records.append(answers.map(([input, answer]) => ({ key: keyOf(partsOf(input)), value: encode(answer) })))
      if (answers.length > 0) context.recorder.kept()
    } catch (error) {
      const stop = new UserError({
        ...(records.folder !== undefined && { where: records.folder }),
        what: 'what a model answered cannot be written to the model store; no further call is made',
        found: (error as Error).message,
        hint: 'make room, or name another folder: `modelStore` in the config',
      })
      context.recorder.stop(stop)
      throw stop
    }
  }

  /** Any answer that is kept. */
  known(): Answer | undefined {
    const bytes = this.#options.records.any()
    return bytes && this.#questioning.decode(bytes)
  }

  account(strategy: string): Account {
    const { label, context } = this.#options
    const { name: entry, calls } = context
    return { strategy, role: this.#questioning.role, entry, model: label, price: calls.price }
  }

  async #once(inputs: readonly Input[], options: AskOptions): Promise<{ kept: Set<Input>; fault: string }> {
    const answers = await this.call(inputs, options).catch((error: unknown) => {
      if (error instanceof UserError && !(error instanceof ModelFailure)) this.#options.context.recorder.stop(error)
      throw error
    })
    if (answers.length !== inputs.length) {
      return { kept: new Set(), fault: `it answered ${inputs.length} texts with ${answers.length} results` }
    }
    let fault = ''
    let known = this.known()
    const valid: [Input, Answer][] = []
    for (const [index, answer] of answers.entries()) {
      const wrong = this.#questioning.fault(answer, known)
      if (wrong !== null) fault ||= wrong
      else {
        valid.push([inputs[index]!, answer])
        known ??= answer
      }
    }
    await this.keep(valid)
    return { kept: new Set(valid.map(([input]) => input)), fault }
  }

  #failure(why: string): ModelFailure {
    const { label, context } = this.#options
    return new ModelFailure({ what: `${this.#questioning.role} \`${context.name}\` (${label}): ${why}` })
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`
}
