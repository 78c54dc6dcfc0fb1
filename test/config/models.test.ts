import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load-config.ts'
import { UserError } from '../../src/errors.ts'
import { registries } from '../../src/registries.ts'

const parse = (yaml: string) => parseConfig(`queries: q.jsonl\n${yaml}`, 'retrieval-gate.yml', registries)

function complaint(yaml: string): string {
  try {
    parse(yaml)
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
  return 'no complaint'
}

const strategies = (lines: string) => `strategies:\n  bm25: { type: bm25 }\n${lines}`
const SMALL = `embedders:
  small: { type: openai, model: text-embedding-3-small, price: { input: 0.02 }, batch: 100 }
`

describe('the models of a config', () => {
  it('are entries of their section, told apart by type, how they are called beside their settings', () => {
    const { embedders, chats } = parse(`${SMALL}chats:\n  writer: { type: openai, model: gpt-x, concurrency: 2 }\n`)
    expect(embedders.small).toMatchObject({
      type: 'openai',
      calls: { price: { input: 0.02, output: 0 }, batch: 100 },
      settings: { model: 'text-embedding-3-small' },
    })
    expect(embedders.small?.settings).not.toHaveProperty('price')
    expect(chats.writer).toMatchObject({ calls: { concurrency: 2 }, settings: { model: 'gpt-x' } })
  })

  it('may be named by strategies, as may those that need no settings', () => {
    const { strategies: read } = parse(
      `${SMALL}${strategies('  one: { type: dense, embedder: small }\n  two: { type: dense }\n  three: { type: dense, embedder: lsa }\n')}`,
    )
    expect(Object.values(read).map(({ settings }) => (settings as { embedder?: string }).embedder)).toEqual([
      undefined,
      'small',
      'hashing',
      'lsa',
    ])
  })

  it('are missed where a strategy names an embedder that does not exist', () => {
    expect(complaint(`${SMALL}${strategies('  dense: { type: dense, embedder: smal }\n')}`)).toBe(
      'retrieval-gate.yml:6:35: there is no embedder `smal`\n  expected: `small`, `hashing`, `lsa`\n  to do:    did you mean `small`?',
    )
    expect(complaint(strategies('  dense: { type: dense, embedder: openai }\n'))).toContain(
      'there is no embedder `openai`\n  expected: `hashing`, `lsa`\n  to do:    describe it under `embedders:`',
    )
  })

  it('are missed where a strategy names a reranker that does not exist', () => {
    expect(complaint(strategies('  better: { type: rerank, of: bm25, reranker: magic }\n'))).toContain(
      'there is no reranker `magic`\n  expected: `features`',
    )
  })

  it('are missed where a strategy names a chat model that does not exist', () => {
    expect(complaint(strategies('  many: { type: multi-query, of: bm25, chat: writer }\n'))).toContain(
      'there is no chat `writer`\n  to do:    describe it under `chats:`',
    )
  })

  it('may not have the name of a type, which would be taken for it', () => {
    expect(complaint('embedders:\n  hashing: { type: openai, model: m }\n')).toContain(
      'another name: this one is the name of a type',
    )
  })

  it.each([
    ['price: { input: -1 }', '`embedders.small.price.input` is out of range'],
    ['price: { output: 1 }', '`embedders.small.price.input` is missing'],
    ['batch: 0', '`embedders.small.batch` is out of range'],
    ['concurrency: 1000', '`embedders.small.concurrency` is out of range'],
    ['magic: 1', 'unknown key `magic` in `embedders.small`'],
  ])('are called as may be: %s', (keys, message) => {
    expect(complaint(`embedders:\n  small: { type: openai, model: m, ${keys} }\n`)).toContain(message)
  })

  it('have a price and a pace only where they are outside this process', () => {
    expect(complaint('embedders:\n  mine: { type: hashing, price: { input: 1 } }\n')).toContain('unknown key `price`')
  })
})

describe('what may be a secret', () => {
  it('is never repeated in a complaint', () => {
    const wrong = [
      'apiKeyEnv: sk-123-abc',
      'apiKeyEnv: 123456789',
      'apiKeyEnv: [sk-123-abc]',
      'apiKeyEnv: { a: sk-123-abc }',
    ]
    for (const keys of wrong) {
      const said = complaint(`embedders:\n  small: { type: openai, model: m, ${keys} }\n`)
      expect(said).toContain('embedders.small.apiKeyEnv')
      expect(said).not.toMatch(/123|found/)
    }
    expect(complaint('chunking: { maxTokens: -7 }\n')).toContain('found:    the number -7')
  })
})
