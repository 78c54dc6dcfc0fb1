import type { ModelRole, Tokens } from './ledger.ts'
import type { CallLimits, ModelIdentity, Usage } from './raw-model.ts'

/** What a kind of model is asked, what it answers, and how answers are kept. */
export interface Questioning<Input, Answer> {
  readonly role: ModelRole
  readonly identity: ModelIdentity
  readonly limits: CallLimits
  /** All that tells one input from another, beside the model. */
  partsOf(input: Input): readonly string[]
  /** For examples in messages. */
  textOf(input: Input): string
  tokensOf(input: Input): Tokens
  /** Tokens of an answer, where answers are texts. */
  answerTokens?(answer: Answer): number
  call(inputs: readonly Input[], signal: AbortSignal): Promise<{ answers: readonly Answer[]; usage: Usage }>
  /** What is wrong with an answer; null where nothing is. `known` is any earlier answer of the model. */
  fault(answer: Answer, known: Answer | undefined): string | null
  encode(answer: Answer): Uint8Array
  decode(bytes: Uint8Array): Answer
  /**
   * Something of the answers' form, an input each, for a run that only counts; as likely as can be told by `answered`, which is
   * asked together with them and known. `known` is any earlier answer of the model.
   */
  standIns(
    inputs: readonly Input[],
    answered: readonly (readonly [Input, Answer])[],
    known: Answer | undefined,
  ): readonly Answer[] | Promise<readonly Answer[]>
}

export interface AskOptions {
  readonly strategy: string
  readonly signal: AbortSignal
  progress?(done: number, total: number): void
}

export function totalTokens(tokens: readonly Tokens[]): Tokens {
  return {
    input: tokens.reduce((sum, { input }) => sum + input, 0),
    output: tokens.reduce((sum, { output }) => sum + output, 0),
  }
}
