import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask, openStrategy } from '../../support/engines/strategy.ts'
import { repository } from '../../support/repository-files.ts'

const server = join(repository, 'test/support/engines/faulty-server.mjs')

it.each([
  ['starts', 'silent'],
  ['answers', 'never'],
])('a run that is cancelled does not wait until an MCP server %s', async (_, mode) => {
  const stop = new AbortController()
  const command = [process.execPath, server, mode]
  const opened = await openStrategy(
    { type: 'mcp', command, timeout: 3600, startTimeout: 3600 },
    { signal: stop.signal },
  )
  const asked = ask(opened, 'what is it?', 10, stop.signal)
  stop.abort(new Error('interrupted'))
  await expect(asked).rejects.toThrow('interrupted')
  await opened.retriever.close?.()
})
