import { z } from 'zod'
import { UserError } from '../../errors.ts'
import type { ModelFiles } from '../files/model-files.ts'
import { readSafetensors, type Tensor } from './safetensors.ts'

/** All that decides what the vectors are. */
export const STATIC_FILES = ['model.safetensors', 'tokenizer.json', 'config.json']

/** Tokens that are read of a text, as Model2Vec has it. */
const MOST_TOKENS = 512

export interface StaticModel {
  embed(text: string): Float32Array
}

const configSchema = z.looseObject({ normalize: z.boolean().default(true) })

/** Throws `UserError` for a file that is missing or is not what its name says. */
export async function loadStaticModel(files: ModelFiles): Promise<StaticModel> {
  const tensors = await read(files, 'model.safetensors', readSafetensors)
  const vectors = tensors.get('embeddings')
  if (vectors?.dims.length !== 2) throw broken(files, 'model.safetensors', 'a tensor `embeddings` of two dimensions')
  const { normalize } = await read(files, 'config.json', (bytes) => configSchema.parse(JSON.parse(textOf(bytes))))
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const tokenizer = await read(files, 'tokenizer.json', (bytes) => new Tokenizer(JSON.parse(textOf(bytes)), {}))
  const unknown = unknownToken(tokenizer.model)
  const weights = tensors.get('weights')
  const mapping = tensors.get('mapping')
  return {
    embed(text) {
      const { ids } = tokenizer.encode(text, { add_special_tokens: false })
      const known = ids.filter((id: number) => id !== unknown).slice(0, MOST_TOKENS)
      return meanOf(known, { vectors, weights, mapping, normalize })
    },
  }
}

interface Parts {
  /** A row for each token, or for each that `mapping` leads to. */
  readonly vectors: Tensor
  readonly weights: Tensor | undefined
  readonly mapping: Tensor | undefined
  readonly normalize: boolean
}

function meanOf(ids: readonly number[], { vectors, weights, mapping, normalize }: Parts): Float32Array {
  const width = vectors.dims[1]!
  const sum = new Float64Array(width)
  for (const id of ids) {
    const start = (mapping?.values[id] ?? id) * width
    const weight = weights?.values[id] ?? 1
    for (let i = 0; i < width; i++) sum[i] = sum[i]! + weight * vectors.values[start + i]!
  }
  const mean = sum.map((value) => value / Math.max(ids.length, 1))
  if (!normalize) return Float32Array.from(mean)
  // As in the original, so that a text without known tokens is a vector of zeros.
  const length = Math.sqrt(mean.reduce((squares, value) => squares + value * value, 0)) + 1e-32
  return Float32Array.from(mean, (value) => value / length)
}

/** The id of what stands for unknown text: those are left out. */
function unknownToken(model: unknown): number | undefined {
  const { unk_token_id: id } = (model ?? {}) as { readonly unk_token_id?: number }
  return id
}

async function read<T>(files: ModelFiles, name: string, parse: (bytes: Uint8Array) => T): Promise<T> {
  const bytes = await files.read(name)
  if (bytes === null) throw broken(files, name, 'a file of a Model2Vec model', 'nothing')
  try {
    return parse(bytes)
  } catch (error) {
    throw broken(files, name, 'a file of a Model2Vec model', (error as Error).message.split('\n')[0]!.slice(0, 300))
  }
}

function broken(files: ModelFiles, name: string, expected: string, found?: string): UserError {
  const what = 'this file of a model cannot be used'
  return new UserError({ where: `${files.name}/${name}`, what, expected, ...(found !== undefined && { found }) })
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
