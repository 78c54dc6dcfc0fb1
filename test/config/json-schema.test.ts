import { describe, expect, it } from 'vitest'
import { configJsonSchema } from '../../src/config/json-schema.ts'
import { registries } from './fake-registries.ts'

type Schema = {
  readonly [key: string]: unknown
  readonly description?: string
  readonly properties?: Record<string, Schema>
}

const schema = configJsonSchema(registries) as Schema

/** Every key of every object in the schema, with its path. */
function* keys(node: unknown, path = ''): Generator<[string, Schema]> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries((node as Schema).properties ?? {})) yield [`${path}.${key}`, value]
  for (const [key, value] of Object.entries(node)) yield* keys(value, key === 'properties' ? path : `${path}.${key}`)
}

describe('configJsonSchema', () => {
  it('describes every key', () => {
    const all = [...keys(schema)]
    expect(all.length).toBeGreaterThan(40)
    expect(all.filter(([, { description }]) => description === undefined).map(([path]) => path)).toEqual([])
  })

  it('requires nothing but the eval set, refuses unknown keys and shows the defaults', () => {
    expect(schema.required).toEqual(['queries'])
    expect(schema.additionalProperties).toBe(false)
    expect(schema.properties?.minPairs?.default).toBe(10)
    expect(schema.properties?.gate?.default).toEqual([{ metric: 'ndcg@10', maxDrop: 0.02 }])
  })

  it('offers the registered strategy types and chunkers', () => {
    const text = JSON.stringify(schema)
    for (const type of Object.keys(registries.strategies)) expect(text).toContain(`"const":"${type}"`)
    expect(text).toContain('"enum":["heading","lines","document"]')
  })
})
