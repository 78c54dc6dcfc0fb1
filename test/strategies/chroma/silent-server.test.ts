import { expect, it } from 'vitest'
import { ChromaApi } from '../../../src/strategies/chroma/chroma-api.ts'
import { chromaSchema } from '../../../src/strategies/chroma/settings.ts'
import { SecretKeeper } from '../../../src/strategies/engine/secret-keeper.ts'
import { httpServer } from '../../support/engines/http-server.ts'

it('is not waited for longer than `timeout` where it is asked what it holds', async () => {
  const server = await httpServer(() => {})
  const settings = chromaSchema.parse({ url: server.url, collection: 'docs', embedder: 'hashing', timeout: 0.05 })
  const api = new ChromaApi(settings, new SecretKeeper({ secret: (name) => name }), { fetch })
  const { signal } = new AbortController()
  await expect(api.collections(signal)).rejects.toThrow('no answer within 0.05 s (`timeout`)')
  await expect(api.clock(signal)).rejects.toThrow('no answer within 0.05 s (`timeout`)')
})
