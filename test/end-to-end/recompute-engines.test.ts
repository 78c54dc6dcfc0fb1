import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, write } from '../knowledge/temporary-workspace.ts'
import { realKinds } from '../support/engines/real-kinds.ts'
import { breakPages, commit, gatedRepository, runGate } from '../support/gated-repository.ts'

for (const { type, isThere, prepare } of realKinds)
  describe.skipIf(!isThere)(`a recomputed baseline in the real engine ${type}`, () => {
    it('is of the base’s own pages: what a change breaks is found, and the next run loads nothing', async () => {
      const engine = await prepare()
      const uri = type === 'lancedb' ? { uri: join(engine.workspace, 'lance') } : {}
      const entry = { ...engine.entry, ...uri, index: { name: engine.name, keep: 2 }, embedder: 'hashing' }
      const folder = gatedRepository({
        'retrieval-gate.yml': `documents: { include: ["docs/**"] }
queries: eval.jsonl
strategies:
  engine: ${JSON.stringify(entry)}
  memory: { type: dense, embedder: hashing }
gate: [{ metric: ndcg@10, maxDrop: 0.02 }]
`,
      })
      if (type === 'lancedb') symlinkSync(join(engine.workspace, 'node_modules'), join(folder, 'node_modules'))
      git(folder, 'checkout', '-q', '-b', 'change')
      breakPages(folder, 4)
      write(folder, { 'docs/new.md': '# New\n\nSomething else altogether.\n' })
      commit(folder, 'a change')
      const ports = { env: engine.env, fetch }
      const { verdict, comparison } = await runGate(folder, { baseline: 'recompute' }, ports)
      expect(verdict.status).toBe('fail')
      expect(verdict.broke).toEqual(expect.arrayContaining(['Q1', 'Q2']))
      const [ours, memory] = comparison!.strategies
      expect([ours!.strategy, memory!.strategy]).toEqual(['engine', 'memory'])
      // On both sides as if the knowledge base had never left this process.
      for (const metric of ['ndcg@10', 'recall@5', 'hit@1'])
        expect(ours!.metrics[metric]).toEqual(memory!.metrics[metric])
      expect(await engine.holdings()).toBe(2)
      const names = await engine.names()
      await runGate(folder, { baseline: 'recompute' }, ports)
      expect(await engine.names()).toEqual(names)
    }, 120_000)
  })
