import { canaryCheck } from './canary-check.ts'
import { CutTexts } from './cut-texts.ts'
import type { EmbeddedText } from './embedded-text.ts'
import type { EmbeddedTexts, Embedder, EmbedderOptions } from './embedder.ts'
import { estimateTokens } from './ledger.ts'
import { type Embedded, likelyVectors } from './likely-vectors.ts'
import type { ModelContext } from './model-context.ts'
import { ModelFailure } from './model-failure.ts'
import { identityText } from './model-label.ts'
import type { Questioning } from './questioning.ts'
import type { TextEmbedder, TextRole } from './raw-model.ts'
import { RecordedModel } from './recorded-model.ts'
import { unitVectors } from './unit-vectors.ts'

type Vectors = RecordedModel<EmbeddedText, Float32Array>

/** Length of a vector that stands in for one of a model that has never answered. */
const UNKNOWN_LENGTH = 256

/** An embedding model whose vectors are kept, checked, and brought to unit length. */
export function recordedEmbedder(raw: TextEmbedder, context: ModelContext): Embedder {
  const cut = new CutTexts(raw.identity, context)
  const model: Vectors = new RecordedModel(questioningOf(raw, cut), context)
  if (raw.isPinned !== true) context.recorder.addCheck(canaryCheck(raw.identity, model, context))
  const noticeCut = (texts: readonly EmbeddedText[]) => {
    const sentence = cut.sentence(texts)
    if (sentence !== null) context.notice(sentence)
  }
  return usedBy(model, context.name, identityText('embedder', raw.identity), noticeCut)
}

function usedBy(
  model: Vectors,
  strategy: string,
  identity: string,
  indexed: (texts: readonly EmbeddedText[]) => void,
): Embedder {
  return {
    identity,
    usedBy: (name) => usedBy(model, name, identity, indexed),
    async index(texts, options): Promise<EmbeddedTexts> {
      const { signal, progress } = options
      const vectors = await model.answers(inRole(texts, 'passage'), { strategy, signal, progress })
      indexed(inRole(texts, 'passage'))
      // Without a text nothing is known of the length yet.
      const dimensionsOf = ([first = vectors[0]]: readonly Float32Array[]) =>
        first === undefined ? (options.dimensions ?? 1) : lengthOf(first.length, options, model.label)
      const embedFor =
        (strategy: string): EmbeddedTexts['embed'] =>
        async (asked, signal, role = 'query') => {
          const answers = await model.answers(inRole(asked, role), { strategy, signal })
          return unitVectors(answers, dimensionsOf(answers))
        }
      const dimensions = dimensionsOf(vectors)
      const rows = options.rows?.(vectors.length, dimensions)
      return { vectors: unitVectors(vectors, dimensions, rows), embed: embedFor(strategy), embedFor }
    },
  }
}

function inRole(texts: readonly string[], role: TextRole): EmbeddedText[] {
  return texts.map((text) => ({ role, text }))
}

function lengthOf(own: number, { dimensions = own }: EmbedderOptions, label: string): number {
  if (dimensions <= own) return dimensions
  throw new ModelFailure({
    what: `the vectors of ${label} are too short`,
    expected: `the \`dimensions\` of the strategy: ${dimensions}`,
    found: `${own}`,
    hint: 'leave out `dimensions`, or set it lower',
  })
}

function questioningOf(raw: TextEmbedder, cutTexts: CutTexts): Questioning<EmbeddedText, Float32Array> {
  return {
    role: 'embedder',
    identity: raw.identity,
    limits: raw.limits,
    partsOf: ({ role, text }) => [role, text],
    textOf: ({ text }) => text,
    tokensOf: ({ text }) => ({ input: estimateTokens(text), output: 0 }),
    // All inputs of a call have one role, as all that are asked for together have.
    async call(inputs, signal) {
      const texts = inputs.map(({ text }) => text)
      const { vectors, usage, cut = [] } = await raw.embed(texts, inputs[0]!.role, signal)
      await cutTexts.keep(inputs.filter((_, index) => cut[index] === true))
      return { answers: vectors, usage }
    },
    fault: faultOf,
    encode: (vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    decode: (bytes) => new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4),
    standIns: (inputs, answered, known) =>
      likelyVectors(
        inputs.map(({ text }) => text),
        answered.map(([{ text }, vector]): Embedded => [text, vector]),
        known?.length ?? UNKNOWN_LENGTH,
      ),
  }
}

function faultOf(vector: Float32Array, known: Float32Array | undefined): string | null {
  if (vector.length === 0) return 'it answered with an empty vector'
  if (!vector.every(Number.isFinite)) return 'it answered with a vector that is not all numbers'
  if (known === undefined || known.length === vector.length) return null
  return `it answered with a vector of ${vector.length} dimensions, where it had ${known.length} before`
}
