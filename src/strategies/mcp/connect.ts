import { resolve } from 'node:path'
import {
  Client,
  ProtocolError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client'
import { TOOL } from '../../version.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import type { SecretKeeper } from '../engine/secret-keeper.ts'
import { renderHeader } from '../engine/template/render.ts'
import type { BuildContext } from '../strategy.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { ServerProcess } from './server-process.ts'
import type { McpSettings } from './settings.ts'
import { Tail } from './tail.ts'

/** A server that has been found to have the tool. */
export interface Connection {
  readonly client: Client
  readonly tool: Tool
  /** What the process says on stderr; nothing for a server elsewhere. */
  readonly tail: Tail
  /** What went wrong on the way since the last look, in the server's or the SDK's words. */
  lastTrouble(): string | undefined
  close(): Promise<void>
}

type Mode = 'legacy' | 'auto' | { readonly pin: string }

const NEW_PROTOCOL = '2026-07-28'

/**
 * Starts the server, or finds the one that runs, and looks for the tool. A process is greeted as most of them expect it, and
 * only where it refuses that with the protocol of 2026: some end when the first thing they hear is something else.
 *
 * @throws EngineFailure with what the server says on stderr; permanent where the tool does not exist
 */
export async function connect(
  settings: McpSettings,
  context: BuildContext,
  keeper: SecretKeeper,
  signal: AbortSignal,
): Promise<Connection> {
  if (settings.url !== undefined) return open(httpTransport(settings, context, keeper), 'auto', settings, signal)
  try {
    return await open(processTransport(settings, context, keeper), 'legacy', settings, signal)
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof ProtocolError)) throw error
    return open(processTransport(settings, context, keeper), { pin: NEW_PROTOCOL }, settings, signal)
  }
}

interface Opening {
  readonly transport: Transport
  readonly tail: Tail
}

async function open(
  { transport, tail }: Opening,
  mode: Mode,
  settings: McpSettings,
  signal: AbortSignal,
): Promise<Connection> {
  const client = new Client(TOOL, { versionNegotiation: { mode } })
  let trouble: string | undefined
  client.onerror = (error) => {
    trouble = error.message
  }
  const close = async (): Promise<void> => {
    // Both: a client that never got as far as being connected does not close its transport.
    await Promise.allSettled([client.close(), transport.close()])
  }
  const lastTrouble = (): string | undefined => trouble
  const limits = { signal, timeout: 1000 * settings.startTimeout }
  try {
    await client.connect(transport, limits)
    const { tools } = await client.listTools({}, limits)
    const tool = tools.find(({ name }) => name === settings.tool)
    if (tool === undefined) throw noTool(settings.tool, tools)
    // What comes back is read field by field anyway: to hold it against the server's own schema first takes time at every question.
    const { outputSchema: _, ...unchecked } = tool
    return { client, tool: unchecked, tail, lastTrouble, close }
  } catch (error) {
    await close()
    signal.throwIfAborted()
    if (error instanceof NoTool) throw error
    throw new EngineFailure(`${nameOf(settings)} cannot be asked: ${messageOf(error, settings)}${tail.sentence()}`, {
      cause: error,
    })
  }
}

/** The server is fine and has no such tool: starting it again will not help. */
export class NoTool extends EngineFailure {}

function noTool(name: string, tools: readonly Tool[]): NoTool {
  const known = tools.map((tool) => `\`${tool.name}\``).join(', ')
  return new NoTool(`the server has no tool \`${name}\`; ${known === '' ? 'it has none at all' : `it has ${known}`}`)
}

/** What a message calls the server: its program, or its address. */
export function nameOf({ command, url }: McpSettings): string {
  return url === undefined ? `\`${command!.join(' ')}\`` : new URL(url).origin
}

function messageOf(error: unknown, { startTimeout }: McpSettings): string {
  const { code } = error as { code?: unknown }
  if (code === SdkErrorCode.RequestTimeout) return `it was not ready within ${startTimeout} s (\`startTimeout\`)`
  if (code === 'ENOENT') return 'there is no such program'
  if (code === 'EACCES') return 'it may not be executed'
  return error instanceof Error ? error.message : String(error)
}

function processTransport(settings: McpSettings, context: BuildContext, keeper: SecretKeeper): Opening {
  const { cwd = '.', env, maxBytes } = settings
  const [command, ...args] = settings.command!
  const tail = new Tail()
  const transport = new ServerProcess({
    command: command!,
    args,
    cwd: resolve(context.baseDirectory, cwd),
    env: Object.fromEntries(env.map((name) => [name, keeper.secret(name)])),
    stderr: 'pipe',
    maxBufferSize: maxBytes,
  })
  transport.stderr?.on('data', (part: Buffer) => tail.add(part.toString('utf8')))
  return { transport, tail }
}

function httpTransport({ url, headers, maxBytes }: McpSettings, context: BuildContext, keeper: SecretKeeper): Opening {
  const given = Object.entries(headers).map(([name, text]) => [name, renderHeader(text, keeper.secret)])
  const transport = new StreamableHTTPClientTransport(new URL(url!), {
    requestInit: { headers: Object.fromEntries(given) as Record<string, string> },
    fetch: boundedFetch(context.fetch, maxBytes),
  })
  return { transport: transport as Transport, tail: new Tail() }
}
