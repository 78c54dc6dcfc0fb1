import { recordedEmbedder } from '../../src/models/recorded-embedder.ts'
import { contextOver } from './fake-models.ts'

/** A program that embeds texts over HTTP into a model store, until it is done or killed. */
const [folder = '', address = '', count = '0', batch = '1', concurrency = '1', first = '0'] = process.argv.slice(2)

const { context, recorder } = contextOver(folder)
const embedder = recordedEmbedder(
  {
    identity: { provider: 'counting', model: 'm', parameters: {} },
    limits: { batch: Number(batch), concurrency: Number(concurrency) },
    async embed(texts) {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify(texts) })
      const vectors = (await response.json()) as number[][]
      return { vectors: vectors.map((vector) => Float32Array.from(vector)), usage: {} }
    },
  },
  context,
)
const texts = Array.from({ length: Number(count) }, (_, index) => `text ${Number(first) + index}`)
await embedder.index(texts, { signal: context.signal, progress() {} })
await recorder.tidy()
