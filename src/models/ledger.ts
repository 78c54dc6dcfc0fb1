import type { CallSettings } from './call-settings.ts'
import type { Usage } from './raw-model.ts'

export type ModelRole = 'embedder' | 'reranker' | 'chat'

/** What a strategy asked of a model. */
export interface LedgerLine {
  readonly strategy: string
  readonly role: ModelRole
  /** The model's name in the config. */
  readonly entry: string
  /** Provider and model: `openai/text-embedding-3-small`. */
  readonly model: string
  /** Calls that were made, or would be. */
  readonly calls: number
  /** Answers in these calls. */
  readonly asked: number
  /** Answers that were in the store. */
  readonly recalled: number
  /** Tokens that the answers in the store would take anew, in and out, estimated from the length of the texts. */
  readonly recalledTokens: number
  /** What these would cost; null without a price. */
  readonly recalledCost: number | null
  readonly inputTokens: number
  readonly outputTokens: number
  /** Some of the tokens are estimated from the length of the texts. */
  readonly estimated: boolean
  /** Null without a price. */
  readonly cost: number | null
}

/** Who asked which model. */
export interface Account {
  readonly strategy: string
  readonly role: ModelRole
  readonly entry: string
  readonly model: string
  readonly price: CallSettings['price']
}

export interface Tokens {
  readonly input: number
  readonly output: number
}

const PER_MILLION = 1e6
/** Characters to a token, for texts whose tokens nobody has counted. */
const CHARACTERS = 4

/** Tokens of a text, about. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS)
}

/** Counts calls, answers and tokens, by strategy and model. */
export class Ledger {
  readonly #lines = new Map<string, LedgerLine>()
  readonly #prices = new Map<string, CallSettings['price']>()

  /** A call with so many answers; the estimate stands in for what the provider does not say. */
  call(account: Account, asked: number, usage: Usage, estimate: Tokens): void {
    const { inputTokens = estimate.input, outputTokens = estimate.output } = usage
    const isEstimated = usage.inputTokens === undefined || (usage.outputTokens === undefined && estimate.output > 0)
    this.#add(account, { calls: 1, asked, inputTokens, outputTokens, estimated: isEstimated })
  }

  recalled(account: Account, recalled: number, estimate: Tokens): void {
    const recalledTokens = estimate.input + estimate.output
    const cost = costOf({ inputTokens: estimate.input, outputTokens: estimate.output }, account.price)
    this.#add(account, { recalled, recalledTokens, recalledCost: cost })
  }

  /** In the order of the first use; strategies that asked nothing have none. */
  lines(): LedgerLine[] {
    return Array.from(this.#lines, ([key, line]) => ({ ...line, cost: costOf(line, this.#prices.get(key)) }))
  }

  get calls(): number {
    return sum(this.lines().map(({ calls }) => calls))
  }

  /** Of all that has a price. */
  get cost(): number {
    return sum(this.lines().map(({ cost }) => cost ?? 0))
  }

  #add(account: Account, more: Partial<LedgerLine>): void {
    const { price, ...who } = account
    const key = JSON.stringify([who.strategy, who.role, who.entry])
    const line = this.#lines.get(key) ?? { ...EMPTY, ...who }
    const added = (name: Exclude<keyof typeof EMPTY, 'estimated' | 'cost'>) => (line[name] ?? 0) + (more[name] ?? 0)
    this.#prices.set(key, price)
    this.#lines.set(key, {
      ...line,
      calls: added('calls'),
      asked: added('asked'),
      recalled: added('recalled'),
      recalledTokens: added('recalledTokens'),
      recalledCost: price === undefined ? null : added('recalledCost'),
      inputTokens: added('inputTokens'),
      outputTokens: added('outputTokens'),
      estimated: line.estimated || (more.estimated ?? false),
    })
  }
}

const EMPTY = {
  ...{ calls: 0, asked: 0, recalled: 0, recalledTokens: 0, recalledCost: 0, inputTokens: 0, outputTokens: 0 },
  estimated: false,
  cost: null,
}

function costOf(
  { inputTokens, outputTokens }: Pick<LedgerLine, 'inputTokens' | 'outputTokens'>,
  price: CallSettings['price'],
): number | null {
  return price === undefined ? null : (inputTokens * price.input + outputTokens * price.output) / PER_MILLION
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
