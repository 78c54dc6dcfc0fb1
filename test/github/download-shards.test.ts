import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openApi } from '../../src/github/api.ts'
import { downloadShards } from '../../src/github/download-shards.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { makeZip } from '../support/github/make-zip.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'

const RUN = 5000

let github: GitHubStandIn
beforeEach(async () => {
  github = await GitHubStandIn.start()
})
afterEach(() => github.stop())

function uploaded(gate: string, shard: string, content: string): void {
  const zip = makeZip([{ name: `shard-${shard}.json`, content }])
  github.state.addArtifact({ runId: RUN, name: `${gate}-shard-${shard}`, content: zip })
}

async function downloaded(artifactName: string, folder = temporaryFolder()): Promise<Record<string, string>> {
  const api = await openApi('token', github.url, async () => {})
  const context = { owner: 'octo', repo: 'docs', runId: RUN }
  await downloadShards({ api, fetch, context, artifactName, folder })
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

describe('the shards of a run', () => {
  it('are those of one gate, whatever others the run has', async () => {
    uploaded('retrieval-gate-docs', '1-of-2', 'docs 1')
    uploaded('retrieval-gate-docs', '2-of-2', 'docs 2')
    for (const other of ['retrieval-gate-code', 'retrieval-gate-docs-de', 'retrieval-gate']) {
      uploaded(other, '1-of-2', other)
    }
    expect(await downloaded('retrieval-gate-docs')).toEqual({
      'shard-1-of-2.json': 'docs 1',
      'shard-2-of-2.json': 'docs 2',
    })
  })

  it('are the newest of each, and nothing that lay there before', async () => {
    const folder = join(temporaryFolder(), 'shards')
    mkdirSync(folder)
    writeFileSync(join(folder, 'shard-1-of-4.json'), 'of another gate')
    uploaded('gate', '1-of-1', 'first attempt')
    uploaded('gate', '1-of-1', 'second attempt')
    expect(await downloaded('gate', folder)).toEqual({ 'shard-1-of-1.json': 'second attempt' })
  })
})
