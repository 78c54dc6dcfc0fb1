import { z } from 'zod'
import { UserError } from '../errors.ts'
import type { Embedder } from './embedder.ts'
import { folderOf, hubModelOf, tokenOf } from './files/open-files.ts'
import type { ModelContext } from './model-context.ts'
import type { ModelType } from './model-type.ts'
import { pooled } from './onnx/pooling.ts'
import type { Output, TokenBatch } from './onnx/session.ts'
import { sortedByLength } from './onnx/sorted-by-length.ts'
import { OnnxFiles, onnxSettings } from './onnx/text-model.ts'
import type { TextEmbedder, TextScorer } from './raw-model.ts'
import { recordedEmbedder } from './recorded-embedder.ts'
import { recordedReranker } from './recorded-reranker.ts'
import type { LoadedReranker } from './reranker.ts'

/** Texts between two looks at the signal: enough to find some of like length. */
const CALL = 128

const embedderSchema = z.strictObject({
  ...onnxSettings,
  pooling: z
    .enum(['mean', 'cls'])
    .optional()
    .describe(
      "How the tokens' vectors become one: their mean, or the first one. Default: what the model says, else `mean`.",
    ),
  queryPrefix: z.string().default('').describe('Put before every question: some models want `query: `.'),
  passagePrefix: z.string().default('').describe('Put before every chunk: some models want `passage: `.'),
})

const rerankerSchema = z.strictObject(onnxSettings)

/** A sentence-transformer in ONNX form, run in this process. */
export const onnxEmbedder: ModelType<z.infer<typeof embedderSchema>, Embedder> = {
  summary: 'A sentence-transformer in ONNX form, from a folder or the Hugging Face hub, run here: no key, no server.',
  schema: embedderSchema,
  external: false,
  keys: tokenOf,
  hubModel: hubModelOf,
  folder: folderOf,
  async load(settings, context) {
    return recordedEmbedder(await rawEmbedder(settings, context), context)
  },
}

/** A cross-encoder in ONNX form, run in this process. */
export const onnxReranker: ModelType<z.infer<typeof rerankerSchema>, LoadedReranker> = {
  summary: 'A cross-encoder in ONNX form, from a folder or the Hugging Face hub, run here: no key, no server.',
  schema: rerankerSchema,
  external: false,
  keys: tokenOf,
  hubModel: hubModelOf,
  folder: folderOf,
  async load(settings, context) {
    return recordedReranker(await rawReranker(settings, context), context)
  },
}

/** The model without its records. */
export async function rawEmbedder(
  settings: z.infer<typeof embedderSchema>,
  context: ModelContext,
): Promise<TextEmbedder> {
  const { pooling, queryPrefix, passagePrefix, maxTokens = 0, rows } = settings
  const files = await OnnxFiles.open(settings, context)
  const prefix = { query: queryPrefix, passage: passagePrefix }
  return {
    identity: {
      provider: 'onnx',
      model: settings.model,
      revision: files.files.revision,
      parameters: { pooling: pooling ?? 'own', queryPrefix, passagePrefix, maxTokens },
    },
    isPinned: true,
    limits: { batch: CALL, concurrency: 1 },
    async embed(texts, role, signal) {
      signal.throwIfAborted()
      const { session, tokenizer, pooling: own = 'mean' } = await files.model()
      const way = pooling ?? (typeof own === 'string' ? own : unknownPooling(own.other, context.name))
      const tokens = texts.map((text) => tokenizer.tokens(prefix[role] + text))
      const vectors = await sortedByLength(
        tokens,
        ({ ids }) => ids.length,
        rows,
        async (group) => {
          const fed = tokenizer.batch(group)
          return pooled(first(await session.run(fed), ['sentence_embedding', 'last_hidden_state']), fed, way)
        },
      )
      return { vectors, usage: {}, cut: tokens.map(({ cut }) => cut) }
    },
  }
}

/** The model without its records. */
export async function rawReranker(
  settings: z.infer<typeof rerankerSchema>,
  context: ModelContext,
): Promise<TextScorer> {
  const { model, rows, maxTokens = 0 } = settings
  const files = await OnnxFiles.open(settings, context)
  return {
    identity: { provider: 'onnx', model, revision: files.files.revision, parameters: { maxTokens } },
    limits: { batch: CALL, concurrency: 1 },
    async score(question, texts, signal) {
      signal.throwIfAborted()
      const { session, tokenizer } = await files.model()
      const tokens = texts.map((text) => tokenizer.pair(question, text))
      const scores = await sortedByLength(
        tokens,
        ({ ids }) => ids.length,
        rows,
        async (group) => {
          const fed = tokenizer.batch(group)
          return relevance(first(await session.run(fed), ['logits']), fed, context.name)
        },
      )
      return { scores, usage: {} }
    },
  }
}

function unknownPooling(other: string, model: string): never {
  throw new UserError({
    what: `the model \`${model}\` pools its token vectors in a way that is not known here`,
    expected: '`mean` or `cls` in its `1_Pooling/config.json`',
    found: `\`${other}\``,
    hint: 'take another model; or, if you know better, set `pooling`',
  })
}

/** The output of the first of these names, else the only one, or the first. */
function first(outputs: readonly Output[], names: readonly string[]): Output {
  for (const name of names) {
    const found = outputs.find((output) => output.name === name)
    if (found !== undefined) return found
  }
  return outputs[0]!
}

/** One number a row: the model's own, or of two classes how much more it is for the second, "relevant". */
function relevance({ dims, values, name }: Output, { rows }: TokenBatch, model: string): number[] {
  const width = values.length / rows
  if (width === 1) return Array.from(values)
  if (width === 2) return Array.from({ length: rows }, (_, row) => values[2 * row + 1]! - values[2 * row]!)
  throw new UserError({
    what: `the model \`${model}\` does not judge pairs of texts`,
    expected: 'one number a pair, or two classes',
    found: `the output \`${name}\` is [${dims.join(', ')}]`,
    hint: 'take a cross-encoder, such as those of the MS MARCO family',
  })
}
