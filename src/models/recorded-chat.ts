import type { Chat, ChatRequest } from './chat.ts'
import { estimateTokens } from './ledger.ts'
import type { ModelContext } from './model-context.ts'
import type { Questioning } from './questioning.ts'
import type { TextGenerator } from './raw-model.ts'
import { RecordedModel } from './recorded-model.ts'

type Texts = RecordedModel<ChatRequest, string>

/** A chat model whose texts are kept: what it once wrote, every later run reads. */
export function recordedChat(raw: TextGenerator, context: ModelContext): Chat {
  // One text a call: an entry's `batch` says nothing about it.
  const calls = { ...context.calls, batch: 1 }
  return usedBy(new RecordedModel(questioningOf(raw), { ...context, calls }), context.name)
}

function usedBy(model: Texts, strategy: string): Chat {
  return {
    usedBy: (name) => usedBy(model, name),
    generate: (requests, signal) => model.answers(requests, { strategy, signal }),
  }
}

/** Of a prompt, in characters, for messages. */
const TAIL = 60

/** Lines that stand in for an answer, and words of each. */
const LINES = 5
const WORDS = 12

function questioningOf(raw: TextGenerator): Questioning<ChatRequest, string> {
  return {
    role: 'chat',
    identity: raw.identity,
    limits: raw.limits,
    partsOf: ({ purpose, system = '', prompt, sample, maxTokens }) => [
      purpose,
      system,
      prompt,
      `${sample}`,
      `${maxTokens}`,
    ],
    // Prompts of one purpose begin alike.
    textOf: ({ purpose, prompt, about = `...${prompt.trim().slice(-TAIL)}` }) => `${purpose}: ${about}`,
    tokensOf: ({ system = '', prompt, maxTokens }) => ({
      input: estimateTokens(system) + estimateTokens(prompt),
      output: maxTokens,
    }),
    answerTokens: estimateTokens,
    async call([request], signal) {
      const { text, usage } = await raw.generate(request!, signal)
      return { answers: [text], usage }
    },
    fault: (text) => (text.trim() === '' ? 'it answered with an empty text' : null),
    encode: (text) => Buffer.from(text),
    decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
    // Several answers to one prompt are hardly ever the same.
    standIns: (requests) =>
      requests.map(({ example, prompt, sample }) => `${example ?? linesOf(prompt)}${sample === 0 ? '' : ` ${sample}`}`),
  }
}

function linesOf(prompt: string): string {
  const words = prompt.split(/\s+/).filter((word) => word !== '')
  const lines = Array.from({ length: LINES }, (_, line) => words.slice(line * WORDS, (line + 1) * WORDS).join(' '))
  return lines.filter((line) => line !== '').join('\n') || 'text'
}
