import { createHash } from 'node:crypto'
import { estimateTokens } from './ledger.ts'
import type { ModelContext } from './model-context.ts'
import type { Questioning } from './questioning.ts'
import type { TextScorer } from './raw-model.ts'
import { RecordedModel } from './recorded-model.ts'
import type { Candidate, LoadedReranker } from './reranker.ts'

interface ScoredText {
  readonly question: string
  readonly text: string
}

type Scores = RecordedModel<ScoredText, number>

/** A reranking model whose scores are kept, each for its question and its text. */
export function recordedReranker(raw: TextScorer, context: ModelContext): LoadedReranker {
  return usedBy(new RecordedModel(questioningOf(raw), context), context.name)
}

function usedBy(model: Scores, strategy: string): LoadedReranker {
  return {
    usedBy: (name) => usedBy(model, name),
    score(question, candidates, signal) {
      const inputs = candidates.map((candidate) => ({ question, text: textOf(candidate) }))
      return model.answers(inputs, { strategy, signal })
    },
  }
}

/** What stands above a passage is part of what it is about, as it is for an embedder. */
function textOf({ path, title, text }: Candidate): string {
  return [path, title, text].filter((part) => part !== '').join('\n')
}

function questioningOf(raw: TextScorer): Questioning<ScoredText, number> {
  return {
    role: 'reranker',
    identity: raw.identity,
    limits: raw.limits,
    partsOf: ({ question, text }) => [question, text],
    textOf: ({ question }) => question,
    tokensOf: ({ question, text }) => ({ input: estimateTokens(question) + estimateTokens(text), output: 0 }),
    // All inputs of a call have one question, as all that are asked for together have.
    async call(inputs, signal) {
      const texts = inputs.map(({ text }) => text)
      const { scores, usage } = await raw.score(inputs[0]!.question, texts, signal)
      return { answers: scores, usage }
    },
    fault: (score) => (Number.isFinite(score) ? null : `it answered with the score ${score}`),
    encode: (score) => new Uint8Array(Float64Array.of(score).buffer),
    decode: (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat64(0, true),
    standIns: (inputs) =>
      inputs.map(
        ({ question, text }) => createHash('sha256').update(question).update(text).digest().readUInt32LE() / 2 ** 32,
      ),
  }
}
