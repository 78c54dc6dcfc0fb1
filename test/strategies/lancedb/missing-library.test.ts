import { expect, it } from 'vitest'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'
import { openStrategy } from '../../support/engines/strategy.ts'

it('says what to install where LanceDB is not installed', async () => {
  const context = { baseDirectory: temporaryFolder() }
  await expect(
    openStrategy({ type: 'lancedb', uri: 'lance', table: 'docs', search: 'text' }, { context }),
  ).rejects.toThrow(
    '`type: lancedb` needs the package @lancedb/lancedb, which is not installed\n  to do:    npm install @lancedb/lancedb',
  )
})
