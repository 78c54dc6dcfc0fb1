import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inputsTable, outputsTable } from '../scripts/generated/action-tables.ts'
import {
  commonModelReference,
  configReference,
  type JsonSchema,
  modelReference,
  strategyReference,
} from '../scripts/generated/config-reference.ts'
import { generateFiles } from '../scripts/generated/generate-files.ts'
import { markdownTable } from '../scripts/generated/markdown-table.ts'
import { metricReference } from '../scripts/generated/metric-reference.ts'
import { replaceBlocks } from '../scripts/generated/replace-blocks.ts'
import { metricFamilies } from '../src/metrics/registry.ts'
import { repository } from './support/repository-files.ts'

const read = (path: string) => {
  const file = join(repository, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

const generated = generateFiles(read)

describe('what is generated', () => {
  it('is fresh: otherwise run `npm run generate`', () => {
    const stale = [...generated].filter(([path, text]) => read(path) !== text).map(([path]) => path)
    expect(stale).toEqual([])
  })

  it('covers the tables of the README and the references of the docs', () => {
    const blocks = [...generated.values()].join('\n').match(/(?<=<!-- generated:)[\w-]+/g)
    const ofModels = ['models', 'embedders', 'rerankers', 'chats']
    const others = ['inputs', 'outputs', 'configuration', 'strategies', 'metrics']
    expect(new Set(blocks)).toEqual(new Set([...others, ...ofModels]))
  })
})

describe('replaceBlocks', () => {
  const generators = new Map([['a', () => 'new']])

  it('replaces what is between the markers and nothing else', () => {
    const text = 'x\n<!-- generated:a -->\nold\n<!-- /generated -->\ny\n'
    const filled = 'x\n<!-- generated:a -->\n\nnew\n\n<!-- /generated -->\ny\n'
    expect(replaceBlocks(text, generators)).toBe(filled)
    expect(replaceBlocks(filled, generators)).toBe(filled)
  })

  it('refuses a name that nothing generates and a block that does not end', () => {
    expect(() => replaceBlocks('<!-- generated:b --><!-- /generated -->', generators)).toThrow('Nothing generates "b"')
    expect(() => replaceBlocks('<!-- generated:a -->', generators)).toThrow('1 generated blocks begin and 0 end')
  })
})

describe('markdownTable', () => {
  it('keeps a cell in its cell', () => {
    expect(markdownTable(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |')
  })
})

describe('the tables of the Action', () => {
  it('show inputs with their defaults, and outputs', () => {
    const action = {
      inputs: {
        mode: { description: 'What to do.', required: false, default: 'auto' },
        token: { description: 'Whose.' },
      },
      outputs: { verdict: { description: 'How it ended.' } },
    }
    expect(inputsTable(action).split('\n').slice(2)).toEqual([
      '| `mode` | `auto` | What to do. |',
      '| `token` |  | Whose. |',
    ])
    expect(outputsTable(action).split('\n').slice(2)).toEqual(['| `verdict` | How it ended. |'])
  })
})

describe('configReference', () => {
  const schema: JsonSchema = {
    required: ['queries'],
    properties: {
      queries: { type: 'string', description: 'The questions.' },
      chunking: { type: 'object', default: {}, properties: { by: { enum: ['heading', 'lines'] } } },
      gate: {
        type: 'array',
        default: [{ min: 1 }],
        items: { type: 'object', properties: { min: { anyOf: [{ type: 'number' }, { type: 'string' }] } } },
      },
      strategies: {
        type: 'object',
        additionalProperties: {
          oneOf: [
            {
              description: 'Words.',
              properties: { type: { const: 'bm25' }, b: { type: 'number', default: 0.75 }, cut: {} },
            },
            { description: 'Nothing.', properties: { type: { const: 'none' }, cut: {} } },
          ],
        },
      },
    },
  }

  it('has a row for every key, nested ones with their path, with type and default', () => {
    expect(configReference(schema).split('\n').slice(2)).toEqual([
      '| `queries` | text | required | The questions. |',
      '| `chunking` | mapping |  |  |',
      '| `chunking.by` | `heading`, `lines` |  |  |',
      '| `gate` | list of mappings | `[{"min":1}]` |  |',
      '| `gate[].min` | number or text |  |  |',
      '| `strategies` | name: strategy |  |  |',
    ])
  })

  it('tells what every strategy takes from what one kind takes', () => {
    const sections = strategyReference(schema, (type) => (type === 'bm25' ? ['b'] : []))
      .split('### ')
      .slice(1)
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      'Every strategy',
      '`type: bm25`',
      '`type: none`',
    ])
    expect(sections[0]).toContain('| `cut` |')
    expect(sections[1]).toContain('Words.\n\n')
    expect(sections[1]).toContain('| `b` | number | `0.75` |')
    expect(sections[1]).not.toContain('`cut`')
    expect(sections[2]).toContain('No settings of its own.')
  })
})

describe('metricReference', () => {
  it('has a row for every family, with the form its ids are written in', () => {
    const table = metricReference(Object.values(metricFamilies))
    expect(table.split('\n')).toHaveLength(2 + Object.keys(metricFamilies).length)
    expect(table).toContain('| `mrr`, `mrr@k` |')
    expect(table).not.toMatch(/undefined|Infinity/)
  })
})

describe('the reference of models', () => {
  const text = { type: 'string', description: 'A text.' }
  const price = {
    type: 'object',
    description: 'What it costs.',
    properties: { input: { type: 'number' } },
    required: ['input'],
  }
  const form = (name: string, own: Record<string, JsonSchema>): JsonSchema => ({
    description: `About ${name}.`,
    properties: { ...own, type: { const: name } },
    required: ['type', 'model'],
  })
  const schema: JsonSchema = {
    properties: {
      embedders: {
        additionalProperties: {
          oneOf: [form('built-in', {}), form('hosted', { model: text, prefix: { ...text, default: '' }, price })],
        },
      },
    },
  }

  it('gives each type its own keys, and those that all outside have once', () => {
    expect(modelReference(schema, 'embedders', ['price'])).toBe(
      [
        '### `type: built-in`\n\nAbout built-in.\n\nNo settings of its own.',
        '### `type: hosted`\n\nAbout hosted.\n\n| key | value | default | what it does |\n| --- | --- | --- | --- |\n| `model` | text | required | A text. |\n| `prefix` | text |  | A text. |',
      ].join('\n\n'),
    )
    expect(commonModelReference(schema, ['price'])).toContain('| `price.input` | number | required |')
  })

  it('calls what stands under a name by its section', () => {
    expect(configReference(schema)).toContain('| `embedders` | name: embedder |')
  })
})
