import { execFileSync } from 'node:child_process'
import { parse } from 'yaml'
import { z } from 'zod'
import { configJsonSchema } from '../../src/config/json-schema.ts'
import { COMMON_MODEL_KEYS } from '../../src/config/model-schema.ts'
import { metricFamilies } from '../../src/metrics/registry.ts'
import { registries } from '../../src/registries.ts'
import { inputsTable, outputsTable } from './action-tables.ts'
import {
  commonModelReference,
  configReference,
  type JsonSchema,
  modelReference,
  strategyReference,
} from './config-reference.ts'
import { metricReference } from './metric-reference.ts'
import { replaceBlocks } from './replace-blocks.ts'

/** A file's text, or nothing where there is no such file. */
type Read = (path: string) => string | undefined

/** Every generated file as it should be, by its path in the repository; `read` gives what is there now. */
export function generateFiles(read: Read): Map<string, string> {
  const schema = configJsonSchema(registries)
  const action: unknown = parse(read('action.yml') ?? '')
  const generators = new Map([
    ['inputs', () => inputsTable(action)],
    ['outputs', () => outputsTable(action)],
    ['configuration', () => configReference(schema as JsonSchema)],
    ['models', () => commonModelReference(schema as JsonSchema, COMMON_MODEL_KEYS)],
    ['embedders', () => modelReference(schema as JsonSchema, 'embedders', COMMON_MODEL_KEYS)],
    ['rerankers', () => modelReference(schema as JsonSchema, 'rerankers', COMMON_MODEL_KEYS)],
    ['chats', () => modelReference(schema as JsonSchema, 'chats', COMMON_MODEL_KEYS)],
    ['strategies', () => strategyReference(schema as JsonSchema, settingsOf)],
    ['metrics', () => metricReference(Object.values(metricFamilies))],
  ])
  const pages = markdownFiles().map((path) => [path, replaceBlocks(read(path) ?? '', generators)] as const)
  return new Map([['schema.json', `${JSON.stringify(schema, null, 2)}\n`], ...pages])
}

/** The names of a strategy type's own settings. */
function settingsOf(type: string): readonly string[] {
  const schema = registries.strategies[type]?.schema
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The Markdown files of git, tracked or new, that hold documentation. */
function markdownFiles(): string[] {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', 'README.md', 'docs/*.md']
  return execFileSync('git', listing, { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '')
}
