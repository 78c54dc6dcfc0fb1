import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load-config.ts'
import { registries } from '../../src/registries.ts'

const documentsOf = (text: string) =>
  parseConfig(`queries: q.jsonl\ndocuments: ${text}\n`, 'retrieval-gate.yml', registries).documents

describe('documents of another repository', () => {
  it('take patterns and sizes as those beside the config do', () => {
    expect(documentsOf('{ repository: octo/kb, ref: release/1.x, path: docs/en, include: ["**/*.md"] }')).toEqual({
      include: ['**/*.md'],
      exclude: ['**/node_modules/**'],
      maxBytes: 1_000_000,
      from: { repository: 'octo/kb', ref: 'release/1.x', folder: 'docs/en' },
    })
  })

  it.each(['octo', 'octo/kb/docs', 'https://github.com/octo/kb', '-c/kb', 'octo/..', 'octo/kb;id', '"octo/k b"'])(
    'are of an owner and a name: %s is refused',
    (repository) => {
      expect(() => documentsOf(`{ repository: ${repository} }`)).toThrow(
        /`documents\.repository` has the wrong form\n {2}expected: owner\/name/,
      )
    },
  )

  it.each(['--upload-pack=id', '+main', 'a:b', 'a..b', 'ma*n', '"a b"', '/a', 'a~1', 'a^'])(
    'are of a ref that git takes for nothing else: %s is refused',
    (ref) => {
      expect(() => documentsOf(`{ repository: octo/kb, ref: ${JSON.stringify(ref)} }`)).toThrow(
        /`documents\.ref` has the wrong form/,
      )
    },
  )

  it.each(['..', '../other', 'docs/../..', '/etc', 'docs\\\\en'])('are of a folder inside: %s is refused', (path) => {
    expect(() => documentsOf(`{ repository: octo/kb, path: "${path}" }`)).toThrow(
      /`documents\.path` has the wrong form/,
    )
  })

  it('have to be named where `ref` or `path` are', () => {
    expect(() => documentsOf('{ ref: main }')).toThrow('name it with `repository: owner/name`')
    expect(() => documentsOf('{ repository: octo/kb, beir: corpus.jsonl }')).toThrow('`beir` stands alone')
  })
})
