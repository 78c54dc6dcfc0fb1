import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hubFiles } from '../../../src/models/files/hub-files.ts'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'
import { type HubServer, hubServer } from '../../support/model-server/hub-server.ts'
import { pythonWith } from '../../support/python/python-with.ts'

const python = pythonWith('huggingface_hub')
const commit = 'c'.repeat(40)
const files = {
  'tokenizer.json': Buffer.from('{"version": "1.0"}\n'),
  'onnx/model.onnx': Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251)),
}

let hub: HubServer
beforeAll(async () => {
  hub = await hubServer({ files, commit, large: ['onnx/model.onnx'] })
})
afterAll(() => hub.close())

/** Prints the commit, hash and content of each file, and the kinds of errors, as the hub's own client sees them. */
const SCRIPT = `
import hashlib, json, sys
from huggingface_hub import get_hf_file_metadata, hf_hub_download, hf_hub_url
commit, cache = sys.argv[1:]
found = {}
for path in ["tokenizer.json", "onnx/model.onnx"]:
    meta = get_hf_file_metadata(hf_hub_url("owner/name", path, revision="main"), token="hf_secret")
    local = hf_hub_download("owner/name", path, revision=commit, cache_dir=cache, token="hf_secret")
    found[path] = [meta.commit_hash, meta.etag, meta.size, hashlib.sha256(open(local, "rb").read()).hexdigest()]
for name, path, revision in [("owner/name", "no.json", commit), ("owner/name", "no.json", "d" * 40), ("no/model", "a.json", commit)]:
    try:
        hf_hub_download(name, path, revision=revision, cache_dir=cache)
    except Exception as error:
        found[f"{name} {path} {revision[0]}"] = type(error).__name__
print(json.dumps(found))
`

describe('the stand-in for the hub', () => {
  it('is a hub to the client of Python, and to ours in the same way', { timeout: 180_000 }, async ({ skip }) => {
    if (python === null) return skip('RETRIEVAL_GATE_PYTHON names no Python with huggingface_hub')
    const cache = temporaryFolder()
    const env = {
      PATH: process.env.PATH,
      HOME: cache,
      HF_HOME: cache,
      HF_ENDPOINT: hub.url,
      HF_HUB_DISABLE_TELEMETRY: '1',
    }
    const { stdout } = await promisify(execFile)(python, ['-c', SCRIPT, commit, join(cache, 'files')], { env })
    const found = JSON.parse(stdout) as Record<string, string | (string | number)[]>
    for (const [path, content] of Object.entries(files)) {
      const [at, etag, size, sha256] = found[path] as [string, string, number, string]
      expect([at, size]).toEqual([commit, content.length])
      const ours = hubFiles(
        { model: 'owner/name', revision: commit, sha256: { [path]: sha256 }, hub: hub.url },
        {
          folder: temporaryFolder(),
          token: () => undefined,
          offline: false,
          fetch,
          signal: new AbortController().signal,
        },
      )
      expect(Buffer.from((await ours.read(path))!)).toEqual(content)
      expect(etag).toMatch(path.startsWith('onnx/') ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{40}$/)
    }
    expect(found).toMatchObject({
      'owner/name no.json c': 'RemoteEntryNotFoundError',
      'owner/name no.json d': 'RevisionNotFoundError',
      'no/model a.json c': 'RepositoryNotFoundError',
    })
  })

  it('has files read by ours: a small one from the hub, a large one from the storage, none where there is none', async () => {
    const ours = hubFiles(
      { model: 'owner/name', revision: commit, sha256: {}, hub: hub.url },
      {
        folder: temporaryFolder(),
        token: () => 'hf_secret',
        offline: false,
        fetch,
        signal: new AbortController().signal,
      },
    )
    const before = hub.asked.length
    for (const [path, content] of Object.entries(files)) expect(Buffer.from((await ours.read(path))!)).toEqual(content)
    expect(await ours.read('config.json')).toBeNull()
    const asked = hub.asked.slice(before)
    expect(asked.filter(({ request }) => request === 'GET /onnx/model.onnx')).toEqual([
      { request: 'GET /onnx/model.onnx', authorization: undefined },
    ])
  })
})
