import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { type CliResult, runCli } from '../support/cli/run-cli.ts'
import { type RealEngine, realKinds } from '../support/engines/real-kinds.ts'

const DOCUMENTS = ['Passwords are hashed.', 'Sessions expire.', 'Cookies are signed.']
/** How many documents the checkouts have that are loaded at once: two of them are the same. */
const SIZES = [1, 2, 3, 3]

/** A checkout with so many documents, whose gate asks the engine that all of them share. */
function checkout(engine: RealEngine, size: number): string {
  const folder = temporaryFolder()
  const shared = engine.entry.type === 'lancedb' ? { uri: join(engine.workspace, 'lance') } : {}
  const entry = { ...engine.entry, ...shared, index: { name: engine.name, keep: 8 }, embedder: 'hashing' }
  const docs = DOCUMENTS.slice(0, size).map((text, at) => [`docs/${at}.md`, `${text}\n`] as const)
  write(folder, {
    'retrieval-gate.yml': `documents: { include: ["docs/**"] }\nqueries: q.jsonl\nstrategies:\n  mine: ${JSON.stringify(entry)}\n`,
    'q.jsonl': '{"id": "Q1", "query": "how are passwords hashed?", "expected_files": ["docs/0.md"]}\n',
    ...Object.fromEntries(docs),
  })
  if (engine.entry.type === 'lancedb') symlinkSync(join(engine.workspace, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

interface Listed {
  readonly places: readonly [{ readonly states: readonly { pieces: number; inUse: boolean; thisCheckout: boolean }[] }]
}

for (const { type, isThere, prepare } of realKinds)
  describe.skipIf(!isThere)(`processes that load into the real engine ${type} at once`, () => {
    it('are not in each other’s way, and a run finds what was loaded', async () => {
      const engine = await prepare()
      const { env } = engine
      const folders = SIZES.map((size) => checkout(engine, size))
      const load = (folder: string) => runCli(folder, ['index', '--load'], { env })
      const loaded: CliResult[] = await Promise.all(folders.map(load))
      expect(loaded.map(({ code, stderr }) => [code, stderr])).toEqual(SIZES.map(() => [0, '']))
      const listing = await runCli(folders.at(-1)!, ['index', '--json'], { env })
      const [{ states }] = (JSON.parse(listing.stdout) as Listed).places
      expect(states.map(({ pieces }) => pieces).sort()).toEqual([1, 2, 3])
      expect(states.filter(({ thisCheckout }) => thisCheckout).map(({ pieces }) => pieces)).toEqual([3])
      expect(states.filter(({ inUse }) => inUse)).toEqual([])
      const run = await runCli(folders.at(-1)!, ['run', '--quiet', '--no-cache'], { env })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      const removed = await runCli(folders[0]!, ['index', '--remove'], { env })
      expect(removed).toMatchObject({ code: 0, stdout: expect.stringMatching(/: removed 3 states\n$/) })
      expect(await engine.names()).toEqual([])
    }, 120_000)
  })
