import { setImmediate } from 'node:timers/promises'
import { SdkHttpError } from '@modelcontextprotocol/client'
import type { Question } from '../../model.ts'
import { answerReader } from '../engine/answer-reader.ts'
import type { Engine, EngineAnswer } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { SecretKeeper } from '../engine/secret-keeper.ts'
import { renderValue } from '../engine/template/render.ts'
import type { BuildContext } from '../strategy.ts'
import { type Connection, connect, NoTool, nameOf } from './connect.ts'
import { loneHit } from './lone-hit.ts'
import type { McpSettings } from './settings.ts'
import { type ToolResult, toolAnswer } from './tool-answer.ts'
import { suggestedArguments } from './tool-arguments.ts'

const PASSING = new Set([429, 502, 503, 504])

/** A tool of an MCP server, started or found at the first question, and ended with the run. */
export class McpEngine implements Engine {
  readonly #settings: McpSettings
  readonly #context: BuildContext
  readonly #keeper: SecretKeeper
  readonly #read: (answer: unknown) => EngineAnswer
  readonly #isHit: (value: unknown) => boolean
  /** Ends what is under way when the engine is closed. */
  readonly #closing = new AbortController()
  #connection: Promise<Connection> | undefined
  #started = 0
  /** Why it is not started any more. */
  #given: EngineFailure | undefined

  /** @throws UserError for an environment variable that is named and not set */
  constructor(settings: McpSettings, context: BuildContext) {
    this.#settings = settings
    this.#context = context
    this.#keeper = new SecretKeeper(context)
    for (const name of settings.env) this.#keeper.secret(name)
    this.#isHit = loneHit(settings.hits)
    this.#read = answerReader(settings)
  }

  async open(signal: AbortSignal): Promise<void> {
    await this.#keeper.unspoken(() => untilAborted(this.#connected(), signal))
  }

  ask(question: Question, k: number, signal: AbortSignal): Promise<EngineAnswer> {
    return this.#keeper.unspoken(async () => {
      const connection = await untilAborted(this.#connected(), signal)
      const result = await this.#call(connection, question.text, k, signal)
      // What a process said of an error may still be on its way.
      if (result.isError) await setImmediate()
      const more = (told: string): string => connection.tail.otherError(told)
      return this.#read(toolAnswer(result, { isHit: this.#isHit, more }))
    })
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineFailure('the run is over'))
    const connection = await this.#connection?.catch(() => undefined)
    await connection?.close()
  }

  async #call(connection: Connection, query: string, k: number, signal: AbortSignal): Promise<ToolResult> {
    const { client, tool } = connection
    const template = this.#settings.arguments ?? suggestedArguments(tool)
    const given = renderValue(template, { query, k }) as Record<string, unknown>
    try {
      // The time is kept elsewhere: this only has to be longer.
      const options = { signal, timeout: 2000 * this.#settings.timeout, toolDefinition: tool }
      return (await client.callTool({ name: tool.name, arguments: given }, options)) as ToolResult
    } catch (error) {
      signal.throwIfAborted()
      // What a process said last may still be on its way.
      await setImmediate()
      throw this.#explained(error, connection)
    }
  }

  #explained(error: unknown, { client, tail, lastTrouble }: Connection): EngineFailure {
    if (error instanceof EngineFailure) return error
    if (statusOf(error) === 404) this.#forget(client)
    const lost = this.#connection === undefined
    const why = error instanceof Error ? error.message : String(error)
    const trouble = lost ? lastTrouble() : undefined
    const text = `${nameOf(this.#settings)}${lost ? ' ended' : ''}: ${trouble ?? why}${tail.sentence()}`
    const busy = PASSING.has(statusOf(error))
    return new EngineFailure(text, { passing: lost || busy, cause: error })
  }

  #connected(): Promise<Connection> {
    if (this.#given !== undefined) return Promise.reject(this.#given)
    this.#connection ??= this.#start()
    return this.#connection
  }

  async #start(): Promise<Connection> {
    const { command, restarts, startTimeout } = this.#settings
    if (command !== undefined && this.#started++ > restarts) {
      const times = `${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`
      throw this.#giveUp(
        new EngineFailure(`${nameOf(this.#settings)} is not started again after ${times} (\`restarts\`)`),
      )
    }
    const timeout = AbortSignal.timeout(1000 * startTimeout + 1000)
    const signal = AbortSignal.any([this.#closing.signal, timeout])
    try {
      const connection = await connect(this.#settings, this.#context, this.#keeper, signal)
      connection.client.onclose = () => {
        this.#connection = undefined
      }
      return connection
    } catch (error) {
      this.#connection = undefined
      if (error instanceof NoTool) throw this.#giveUp(error)
      if (timeout.aborted) throw new EngineFailure(`${nameOf(this.#settings)} cannot be asked after ${startTimeout} s`)
      throw error
    }
  }

  /** The server knows the session no more: the next question begins a new one. */
  #forget(client: Connection['client']): void {
    this.#connection = undefined
    void client.close().catch(() => {})
  }

  #giveUp(failure: EngineFailure): EngineFailure {
    this.#given = failure
    return failure
  }
}

function statusOf(error: unknown): number {
  return error instanceof SdkHttpError ? (error.status ?? 0) : 0
}

/** The promise's value, or the signal's reason as soon as it is aborted; what the promise waits for goes on. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
