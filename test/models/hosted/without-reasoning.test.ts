import { afterEach, expect, it } from 'vitest'
import { withoutReasoning } from '../../../src/models/hosted/without-reasoning.ts'
import { openaiCompatibleChat } from '../../../src/models/openai-compatible.ts'
import { modelContext } from '../../support/model-context.ts'
import { type JsonServer, jsonServer } from '../../support/model-server/json-server.ts'

let server: JsonServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

it.each([
  ['The answer.', 'The answer.'],
  ['<think>\nLet me see.\n</think>\n\nThe answer.\n', 'The answer.'],
  ['Let me see.\n</think>\nThe answer.', 'The answer.'],
  ['<thinking>Hm.</thinking>The answer.', 'The answer.'],
  ['<think>\nLet me see, there is no end to', ''],
  ['I <think> so.', 'I <think> so.'],
])('what a model thinks aloud is no part of its answer: %j', (text, answer) => {
  expect(withoutReasoning(text)).toBe(answer)
})

it.each(['<think>Let me see, there is', ''])(
  'a model that only thinks is asked once, and the way out is said: %j',
  async (content) => {
    server = await jsonServer(() => ({
      json: {
        ...{ id: '1', object: 'chat.completion', created: 1, model: 'm' },
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'length' }],
      },
    }))
    const { schema, load } = openaiCompatibleChat
    const chat = await load(schema.parse({ model: 'm', baseUrl: server.url }), modelContext())
    const request = { purpose: 'p@1', prompt: 'Say it.', sample: 0, maxTokens: 5 }
    await expect(chat.generate([request], new AbortController().signal)).rejects.toThrow(
      'it wrote nothing within the 5 tokens that it may take: a model that thinks before it writes needs more (`maxTokens` of the strategy)',
    )
    expect(server.asked).toHaveLength(1)
  },
)
