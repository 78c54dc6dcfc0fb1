import { z } from 'zod'
import { UserError } from '../../errors.ts'
import type { ModelFiles } from '../files/model-files.ts'
import { fileSettings, openFiles } from '../files/open-files.ts'
import type { ModelContext } from '../model-context.ts'
import { openSession } from './open-session.ts'
import { ownPooling } from './own-pooling.ts'
import type { Pooling } from './pooling.ts'
import type { Session } from './session.ts'
import { TextTokenizer } from './text-tokenizer.ts'

/** Where exporters put a model, the usual place first. */
const MODEL_FILES = ['onnx/model.onnx', 'model.onnx']
const TOKENIZER = 'tokenizer.json'
const TOKENIZER_CONFIG = 'tokenizer_config.json'
const SENTENCE_CONFIG = 'sentence_bert_config.json'
const POOLING_CONFIG = '1_Pooling/config.json'

/** More tokens than any of these models takes; tokenizers write huge numbers where they know no limit. */
const USUAL_TOKENS = 512

/** The keys of a model in ONNX form, for spreading into its schema. */
export const onnxSettings = {
  ...fileSettings,
  file: z.string().min(1).optional().describe('The file of the model. Default: `onnx/model.onnx`, else `model.onnx`.'),
  maxTokens: z
    .int()
    .min(8)
    .max(32_768)
    .optional()
    .describe(
      'Tokens that are read of a text; the rest is cut off, and counted. Default: what the model says, else 512.',
    ),
  rows: z.int().min(1).max(1024).default(8).describe('Texts that go through the model together, those of like length.'),
}

const settingsSchema = z.object(onnxSettings)
export type OnnxSettings = z.infer<typeof settingsSchema>

export interface TextModel {
  readonly session: Session
  readonly tokenizer: TextTokenizer
  /** What the model says of how its token vectors become one; `other` for what is not done here. */
  readonly pooling: Pooling | { readonly other: string } | undefined
}

/** The files of a text model, opened when first used; what decides its answers is known at once. */
export class OnnxFiles {
  readonly files: ModelFiles
  readonly #settings: OnnxSettings
  readonly #context: ModelContext
  #model: Promise<TextModel> | undefined

  private constructor(files: ModelFiles, settings: OnnxSettings, context: ModelContext) {
    this.files = files
    this.#settings = settings
    this.#context = context
  }

  static async open(settings: OnnxSettings, context: ModelContext): Promise<OnnxFiles> {
    const models = settings.file === undefined ? MODEL_FILES : [settings.file]
    const decisive = [...models, TOKENIZER, TOKENIZER_CONFIG, SENTENCE_CONFIG, POOLING_CONFIG]
    return new OnnxFiles(await openFiles(settings, decisive, context), settings, context)
  }

  /** Throws `UserError` for a file that is missing, or is not what its name says. */
  model(): Promise<TextModel> {
    this.#model ??= this.#load()
    return this.#model
  }

  async #load(): Promise<TextModel> {
    const config = (await this.#json(TOKENIZER_CONFIG)) ?? {}
    const tokenizer = await this.#json(TOKENIZER)
    if (tokenizer === null) throw this.#missing(TOKENIZER)
    const pooling = await this.#json(POOLING_CONFIG)
    return {
      tokenizer: await TextTokenizer.of(tokenizer, config, await this.#maxTokens(config)).catch((error: Error) => {
        throw this.#broken(TOKENIZER, 'a tokenizer', error)
      }),
      session: await this.#session(),
      pooling: pooling === null ? undefined : ownPooling(pooling),
    }
  }

  async #session(): Promise<Session> {
    const names = this.#settings.file === undefined ? MODEL_FILES : [this.#settings.file]
    for (const name of names) {
      const bytes = await this.files.read(name)
      if (bytes === null) continue
      return openSession(bytes, this.#context.baseDirectory).catch((error: Error) => {
        throw this.#broken(name, 'a model in ONNX form', error)
      })
    }
    throw this.#missing(names.join('` or `'))
  }

  async #maxTokens(config: Readonly<Record<string, unknown>>): Promise<number> {
    const own = (await this.#json(SENTENCE_CONFIG))?.max_seq_length ?? config.model_max_length
    const said = typeof own === 'number' && own <= 32_768 ? own : USUAL_TOKENS
    return this.#settings.maxTokens ?? said
  }

  async #json(name: string): Promise<Record<string, unknown> | null> {
    const bytes = await this.files.read(name)
    if (bytes === null) return null
    try {
      return z.record(z.string(), z.unknown()).parse(JSON.parse(new TextDecoder().decode(bytes)))
    } catch (error) {
      throw this.#broken(name, 'a JSON object', error as Error)
    }
  }

  #missing(name: string): UserError {
    return new UserError({
      where: this.files.name,
      what: `the model \`${this.#context.name}\` has no file \`${name}\``,
      hint: 'a sentence-transformer or cross-encoder exported with `optimum-cli export onnx` has it',
    })
  }

  #broken(name: string, expected: string, error: Error): UserError {
    return new UserError({
      where: `${this.files.name}/${name}`,
      what: 'this file of a model cannot be used',
      expected,
      found: error.message.split('\n')[0]!.slice(0, 300),
    })
  }
}
