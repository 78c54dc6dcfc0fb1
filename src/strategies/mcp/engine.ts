import { setImmediate } from 'node:timers/promises'
import { SdkHttpError } from '@modelcontextprotocol/client'
import type { Question } from '../../model.ts'
import { answerReader } from '../engine/answer-reader.ts'
import type { Engine, EngineAnswer } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { guardHeaders } from '../engine/guard-headers.ts'
import { SecretKeeper } from '../engine/secret-keeper.ts'
import { renderValue } from '../engine/template/render.ts'
import type { BuildContext } from '../strategy.ts'
import type { Refusal } from './bounded-fetch.ts'
import { type Connection, nameOf } from './connect.ts'
import { loneHit } from './lone-hit.ts'
import { refused } from './refused.ts'
import { Server } from './server.ts'
import type { McpSettings } from './settings.ts'
import { type ToolResult, toolAnswer } from './tool-answer.ts'
import { suggestedArguments } from './tool-arguments.ts'

/** A tool of an MCP server, started or found at the first question, and ended with the run. */
export class McpEngine implements Engine {
  readonly #settings: McpSettings
  readonly #keeper: SecretKeeper
  readonly #read: (answer: unknown) => EngineAnswer
  readonly #isHit: (value: unknown) => boolean
  readonly #server: Server

  /** @throws UserError for an environment variable that is named and not set */
  constructor(settings: McpSettings, context: BuildContext) {
    this.#settings = settings
    this.#keeper = new SecretKeeper(context)
    for (const name of settings.env) this.#keeper.secret(name)
    guardHeaders(settings.headers, this.#keeper, context)
    this.#server = new Server(settings, context, this.#keeper)
    this.#isHit = loneHit(settings.hits)
    this.#read = answerReader(settings)
  }

  async open(signal: AbortSignal): Promise<void> {
    await this.#keeper.unspoken(() => untilAborted(this.#server.connected(), signal))
  }

  ask(question: Question, k: number, signal: AbortSignal): Promise<EngineAnswer> {
    return this.#keeper.unspoken(async () => {
      const connection = await untilAborted(this.#server.connected(), signal)
      const result = await this.#call(connection, question.text, k, signal)
      // What a process said of an error may still be on its way.
      if (result.isError) await setImmediate()
      const more = (told: string): string => connection.tail.otherError(told)
      return this.#read(toolAnswer(result, { isHit: this.#isHit, more }))
    })
  }

  async close(): Promise<void> {
    await this.#server.close()
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
      if (signal.aborted) this.#server.doubt(connection)
      signal.throwIfAborted()
      // What a process said last may still be on its way.
      await setImmediate()
      throw this.#explained(error, connection)
    }
  }

  #explained(error: unknown, connection: Connection): EngineFailure {
    if (error instanceof EngineFailure) return error
    const refusal = refusalOf(error, connection)
    if (refusal?.status === 404) this.#server.forget(connection)
    else if (refusal !== undefined) return refused(refusal, this.#settings, error)
    const { tail, lastTrouble } = connection
    const end = this.#server.endOf(connection)
    const why = error instanceof Error ? error.message : String(error)
    const trouble = end === undefined ? undefined : lastTrouble()
    const text = `${nameOf(this.#settings)}${end === undefined ? '' : ` ${end}`}: ${trouble ?? why}${tail.sentence()}`
    return new EngineFailure(text, { passing: end !== undefined, cause: error })
  }
}

/** How the server refused a call; undefined where the error is another one. */
function refusalOf(error: unknown, connection: Connection): Refusal | undefined {
  if (!(error instanceof SdkHttpError)) return undefined
  const { status, statusText = '', data } = error
  if (status === undefined || status < 400) return undefined
  // With others under way the last refusal may be that of another call, but of the same kind.
  const last = connection.refusal()
  const after = last?.status === status ? last.after : undefined
  return { status, statusText, text: typeof data.text === 'string' ? data.text : '', after }
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
