import { Client, ProtocolError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client'
import { TOOL } from '../../version.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import type { SecretKeeper } from '../engine/secret-keeper.ts'
import type { BuildContext } from '../strategy.ts'
import { type Opening, openHttp, openProcess } from './opening.ts'
import { refused } from './refused.ts'
import type { McpSettings } from './settings.ts'

/** A server that has been found to have the tool. */
export interface Connection extends Pick<Opening, 'tail' | 'refusal'> {
  readonly client: Client
  readonly tool: Tool
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
  if (settings.url !== undefined) return open(openHttp(settings, context, keeper), 'auto', settings, signal)
  try {
    return await open(openProcess(settings, context, keeper), 'legacy', settings, signal)
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof ProtocolError)) throw error
    return open(openProcess(settings, context, keeper), { pin: NEW_PROTOCOL }, settings, signal)
  }
}

async function open(
  { transport, tail, refusal }: Opening,
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
    return { client, tool: unchecked, tail, refusal, lastTrouble, close }
  } catch (error) {
    await close()
    signal.throwIfAborted()
    if (error instanceof NoTool) throw error
    const answer = refusal()
    if (answer !== undefined) throw refused(answer, settings, error)
    throw new EngineFailure(`${nameOf(settings)} cannot be asked: ${messageOf(error, settings)}${tail.sentence()}`, {
      passing: isPassing(error),
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

/** The SDK may wrap what `fetch` throws. */
function isPassing(error: unknown): boolean {
  if (error instanceof EngineFailure) return error.passing
  return error instanceof Error && isPassing(error.cause)
}

function messageOf(error: unknown, { startTimeout }: McpSettings): string {
  const { code } = error as { code?: unknown }
  if (code === SdkErrorCode.RequestTimeout) return `it was not ready within ${startTimeout} s (\`startTimeout\`)`
  if (code === 'ENOENT') return 'there is no such program'
  if (code === 'EACCES') return 'it may not be executed'
  return error instanceof Error ? error.message : String(error)
}
