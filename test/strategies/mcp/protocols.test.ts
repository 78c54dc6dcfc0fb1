import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'
import { writeFoundHits } from '../../support/engines/found-hits.ts'
import { mcpHttpServer } from '../../support/engines/mcp-http-server.ts'
import { searchServer } from '../../support/engines/sdk-server.ts'
import { ask, openStrategy } from '../../support/engines/strategy.ts'
import { repository } from '../../support/repository-files.ts'

const program = join(repository, 'test/support/engines/sdk-server.ts')

function found(): string {
  const path = join(temporaryFolder(), 'found.json')
  writeFoundHits(path, { 'who?': [{ id: '1', path: 'a.md', score: 1 }] })
  return path
}

describe('an MCP server of the official SDK', () => {
  it.each([
    ['both protocols', []],
    ['the protocol of 2026 only', ['reject']],
  ])(
    'that speaks %s is asked over stdio',
    async (_, more) => {
      const command = [process.execPath, '--import', import.meta.resolve('tsx'), program, found(), ...more]
      const { hits } = await ask(await openStrategy({ type: 'mcp', command }), 'who?')
      expect(hits.map(({ path }) => path)).toEqual(['a.md'])
    },
    60_000,
  )

  it('is asked over Streamable HTTP', async () => {
    const path = found()
    const url = await mcpHttpServer(() => searchServer(path))
    const { hits } = await ask(await openStrategy({ type: 'mcp', url }), 'who?')
    expect(hits.map(({ path }) => path)).toEqual(['a.md'])
  })
})
