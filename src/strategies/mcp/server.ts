import { ProtocolError } from '@modelcontextprotocol/client'
import { EngineFailure } from '../engine/engine-failure.ts'
import type { SecretKeeper } from '../engine/secret-keeper.ts'
import type { BuildContext } from '../strategy.ts'
import { type Connection, connect, NoTool, nameOf } from './connect.ts'
import type { McpSettings } from './settings.ts'

/** Seconds that a program has to show that it still listens, once a question was given up. */
const PATIENCE = 5

/** The server of a strategy: started or found when it is first needed, and again, within bounds, where it ended or hangs. */
export class Server {
  readonly #settings: McpSettings
  readonly #context: BuildContext
  readonly #keeper: SecretKeeper
  /** Ends what is under way when the server is closed. */
  readonly #closing = new AbortController()
  #connection: Promise<Connection> | undefined
  /** What `#connection` resolves to, unless it is in doubt. */
  #live: Connection | undefined
  /** How those came to their end that are of no use any more. */
  readonly #ends = new WeakMap<Connection, string>()
  #started = 0
  /** Why it is not started any more. */
  #given: EngineFailure | undefined

  constructor(settings: McpSettings, context: BuildContext, keeper: SecretKeeper) {
    this.#settings = settings
    this.#context = context
    this.#keeper = keeper
  }

  /** @throws EngineFailure where it cannot be reached, has no such tool, or was started as often as it may be */
  connected(): Promise<Connection> {
    if (this.#given !== undefined) return Promise.reject(this.#given)
    this.#connection ??= this.#start()
    return this.#connection
  }

  /** How a connection came to its end, for after the server's name; undefined for one that lasts. */
  endOf(connection: Connection): string | undefined {
    return this.#ends.get(connection)
  }

  /** The server knows the session no more: the next question begins a new one. */
  forget(connection: Connection): void {
    this.#lost(connection)
    void connection.close()
  }

  /**
   * A question was given up. A program that works on one at a time may still work on that, and would let every later one
   * wait as long: it is asked whether it listens, before anything else, and started again where it does not.
   */
  doubt(connection: Connection): void {
    if (this.#settings.command === undefined || this.#live !== connection) return
    this.#live = undefined
    this.#connection = this.#proven(connection)
    this.#connection.catch(() => {})
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineFailure('the run is over'))
    const connection = await this.#connection?.catch(() => undefined)
    await connection?.close()
  }

  async #proven(connection: Connection): Promise<Connection> {
    if (await this.#listens(connection)) {
      this.#live = connection
      return connection
    }
    this.#ends.set(connection, 'answered nothing any more and was ended')
    // Both at once may not have room beside each other.
    await connection.close()
    this.#closing.signal.throwIfAborted()
    return this.#start()
  }

  /** Any answer is one, also that it will not answer this. */
  async #listens({ client }: Connection): Promise<boolean> {
    const timeout = 1000 * Math.min(PATIENCE, this.#settings.timeout)
    try {
      await client.request({ method: 'tools/list', params: {} }, { signal: this.#closing.signal, timeout })
      return true
    } catch (error) {
      return error instanceof ProtocolError
    }
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
      connection.client.onclose = () => this.#lost(connection)
      this.#live = connection
      return connection
    } catch (error) {
      this.#connection = undefined
      if (error instanceof NoTool) throw this.#giveUp(error)
      if (timeout.aborted) throw new EngineFailure(`${nameOf(this.#settings)} cannot be asked after ${startTimeout} s`)
      throw error
    }
  }

  #lost(connection: Connection): void {
    if (!this.#ends.has(connection)) this.#ends.set(connection, 'ended')
    // The end of an earlier one is not that of the one after it.
    if (this.#live !== connection) return
    this.#live = undefined
    this.#connection = undefined
  }

  #giveUp(failure: EngineFailure): EngineFailure {
    this.#given = failure
    return failure
  }
}
