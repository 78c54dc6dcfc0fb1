import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openAiServer } from '../../support/model-server/openai-server.ts'
import { pythonWith } from '../../support/python/python-with.ts'

const python = pythonWith('openai', 'numpy')

const SCRIPT = `
import json, sys
from openai import NotFoundError, OpenAI
client = OpenAI(base_url=sys.argv[1], api_key="sk-test", max_retries=0)
vectors = client.embeddings.create(model="small", input=["a", "bcd"])
one = client.embeddings.create(model="small", input="ef", encoding_format="float")
said = client.chat.completions.create(model="chat", temperature=0, seed=7, messages=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}])
try:
    client.responses.create(model="chat", input="Hello")
except NotFoundError as error:
    missing = error.body["message"]
print(json.dumps([[d.embedding for d in vectors.data], vectors.usage.total_tokens, one.data[0].embedding, said.choices[0].message.content, said.choices[0].finish_reason, missing]))
`

it("the stand-in for OpenAI answers OpenAI's own client of Python", { timeout: 180_000 }, async ({ skip }) => {
  if (python === null) return skip('RETRIEVAL_GATE_PYTHON names no Python with openai')
  const server = await openAiServer({
    embed: async (texts) => texts.map((text) => [text.length, 0.5]),
    chat: (prompt, { temperature, seed }) => `${prompt} ${temperature} ${seed}`,
  })
  try {
    const { stdout } = await promisify(execFile)(python, ['-c', SCRIPT, server.baseUrl])
    expect(JSON.parse(stdout)).toEqual([
      [
        [1, 0.5],
        [3, 0.5],
      ],
      2,
      [2, 0.5],
      'Hello 0 7',
      'stop',
      'no such path: /v1/responses',
    ])
    expect(server.asked.map(({ body }) => body.encoding_format)).toEqual(['base64', 'float', undefined, undefined])
  } finally {
    await server.close()
  }
})
