import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ActionRig } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'
import { type JsonServer, jsonServer } from '../support/model-server/json-server.ts'

let rig: ActionRig
let server: JsonServer

beforeAll(async () => void (await builtAction()), 120_000)
afterEach(async () => {
  await rig.stop()
  await server.close()
})

it('with `offline` no model is called: what the store lacks is said and is no pass, and what it has needs no key', async () => {
  rig = await ActionRig.start()
  server = await jsonServer(({ body }) => ({
    json: {
      object: 'list',
      data: (body.input as string[]).map((text, index) => ({ index, embedding: [text.length, text.length % 7, 1] })),
    },
  }))
  await appendFile(
    join(rig.repository.path, 'retrieval-gate.yml'),
    `  dense: { type: dense, embedder: mine }
embedders: { mine: { type: openai-compatible, model: m, baseUrl: "${server.url}", apiKeyEnv: KEY } }
`,
  )
  const inputs = { offline: 'true', cache: 'false' }
  const lacking = await rig.push({ inputs })
  expect(lacking.code).toBe(1)
  expect(lacking.log).toMatch(/the model store lacks \d+ answers.*no model/)
  expect(lacking.summary).toContain('retrieval-gate could not decide')
  expect(server.asked).toEqual([])
  expect((await rig.push({ inputs: { cache: 'false' }, env: { KEY: 'sk-0123456789' } })).code).toBe(0)
  const asked = server.asked.length
  expect(asked).toBeGreaterThan(0)
  expect((await rig.push({ inputs })).code).toBe(0)
  expect(server.asked).toHaveLength(asked)
})
