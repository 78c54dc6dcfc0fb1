/**
 * Records what `examples/nine-strategies.yml` needs of models: `npx tsx scripts/record-example.ts`. Embeddings come from the
 * Universal Sentence Encoder (lite), texts from a script that stands in for a chat model. Run it after a change to the prompts,
 * the chunker, or the example's documents; what is known already is not asked for again.
 */
import { resolve } from 'node:path'
import { runPipeline } from '../src/pipeline.ts'
import { openAiServer } from '../test/support/model-server/openai-server.ts'
import { scriptedWriter } from '../test/support/model-server/scripted-writer.ts'
import { useLite } from '../test/support/model-server/use-lite.ts'

const PORT = 8089
const server = await openAiServer({ embed: await useLite(), chat: scriptedWriter })
try {
  await runPipeline(
    { config: 'examples/nine-strategies.yml', out: 'node_modules/.cache/nine-strategies', cache: false, timing: false },
    {
      cwd: resolve(import.meta.dirname, '..'),
      env: process.env,
      stdout: (text) => void process.stdout.write(text),
      stderr: (text) => void process.stderr.write(text),
      now: () => performance.now(),
      // The example names the port that a person would start a server on.
      fetch: (input, init) => fetch(String(input).replace(`http://127.0.0.1:${PORT}`, server.url), init),
      isTerminal: false,
      signal: new AbortController().signal,
      platform: {},
    },
  )
} finally {
  await server.close()
}
