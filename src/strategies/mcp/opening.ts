import { resolve } from 'node:path'
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import type { SecretKeeper } from '../engine/secret-keeper.ts'
import { renderHeader } from '../engine/template/render.ts'
import type { BuildContext } from '../strategy.ts'
import { boundedFetch, type Refusal } from './bounded-fetch.ts'
import { ServerProcess } from './server-process.ts'
import type { McpSettings } from './settings.ts'
import { Tail } from './tail.ts'

/** A way to a server, and what is heard beside its answers. */
export interface Opening {
  readonly transport: Transport
  /** What the process says on stderr; nothing for a server elsewhere. */
  readonly tail: Tail
  /** How the last of what was sent was refused, over HTTP. */
  refusal(): Refusal | undefined
}

/** A program that is started, with the variables that the settings name. */
export function openProcess(settings: McpSettings, context: BuildContext, keeper: SecretKeeper): Opening {
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
  return { transport, tail, refusal: () => undefined }
}

/** A server that runs. */
export function openHttp(
  { url, headers, maxBytes }: McpSettings,
  context: BuildContext,
  keeper: SecretKeeper,
): Opening {
  const given = Object.entries(headers).map(([name, text]) => [name, renderHeader(text, keeper.secret)])
  let refusal: Refusal | undefined
  const answered = (last: Refusal | undefined): void => {
    refusal = last
  }
  const transport = new StreamableHTTPClientTransport(new URL(url!), {
    requestInit: { headers: Object.fromEntries(given) as Record<string, string> },
    fetch: boundedFetch(context.fetch, { maxBytes, answered }),
  })
  return { transport: transport as Transport, tail: new Tail(), refusal: () => refusal }
}
