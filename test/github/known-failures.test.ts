import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { annotationsOf } from '../../src/github/annotations.ts'
import { harmlessLog } from '../../src/github/harmless-log.ts'
import { knowledgeRoot } from '../../src/github/knowledge-root.ts'
import { outputsOf } from '../../src/github/outputs.ts'
import { readZipEntry } from '../../src/github/read-zip-entry.ts'
import { withSlashes } from '../../src/knowledge/select-files.ts'
import { comment, renderComment } from '../../src/reports/comment.ts'
import { renderSummary } from '../../src/reports/summary.ts'
import { breakPages, CONFIG, commit, gatedRepository, runGate, topics } from '../support/gated-repository.ts'
import { makeZip } from '../support/github/make-zip.ts'
import { failingOutcome, withTexts } from '../support/outcome.ts'
import { repository, repositoryFiles } from '../support/repository-files.ts'

/** What gates of this kind were reported to fail at. Here are the tests of what has none beside the code that it is about. */
const KINDS = [
  'sticky look-up reads only the first page',
  'concurrent jobs post two comments',
  'a late run overwrites a newer one',
  'matrix legs clobber one comment',
  'fork and Dependabot 403',
  'workflow_run with empty `pull_requests`',
  'branch filter includes fork runs',
  'same artifact name 409 and re-run attempts',
  'expired artifact',
  'artifact not found without token',
  'first run ever',
  'base moved on',
  'shallow clone without merge base',
  'frozen `base.sha`',
  '`merge_group` payload',
  'summary over 1 MiB',
  'comment over the limit',
  'output over 1 MiB',
  'annotations over the cap',
  '`|` in a table cell',
  'accidental @mention',
  'HTML and backticks in a query',
  'secret in an error message',
  'workflow command in a document title',
  'path with spaces, unicode, a leading dash',
  'Windows separators',
  'CRLF',
  'command injection through a file name',
  'zip slip',
  'symlink',
  'zip bomb',
  'poisoned baseline from a fork',
  'poisoned archive in the cache',
  'a cache that fails costs one line, never the verdict',
  'GHES',
  'no network to the API at the end',
  'gives what two separate runs give, byte for byte',
  'give the unsharded run, byte for byte',
]

describe('each kind of failure that was reported against gates like this one', () => {
  const plain = (text: string) => text.replaceAll(/[`\\]/g, '').toLowerCase()
  const names = repositoryFiles('test/*.test.ts')
    .flatMap(
      (path) => readFileSync(join(repository, path), 'utf8').match(/(?<=(?:describe|it|\)|\[)\(?)'[^'\n]+'/g) ?? [],
    )
    .map(plain)

  it.each(KINDS)('has a test of its name: %s', (kind) => {
    expect(names.filter((name) => name.includes(plain(kind)))).not.toEqual([])
  })
})

const huge = failingOutcome({ queries: 6000, broke: 5000, improved: 0 })
const timing = { timing: true }

async function commentOf(text: string): Promise<string> {
  const outcome = withTexts(failingOutcome(), () => text)
  return (await comment.render(outcome, timing)).get('comment.md') ?? ''
}

function kindsIn(markdown: string): string[] {
  const found = new Set<string>()
  const visit = (node: { type: string; children?: readonly { type: string }[] }) => {
    found.add(node.type)
    for (const child of node.children ?? []) visit(child)
  }
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  return [...found]
}

describe('what GitHub has no room for', () => {
  it('summary over 1 MiB: less is told, and it fits', () => {
    const text = renderSummary(
      withTexts(huge, (text) => text.padEnd(400, ' long')),
      timing,
      { maxBytes: 1_000_000 },
    )
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
    expect(text).toContain('Retrieval got worse')
  })

  it('comment over the limit: less is told, nothing is cut open, and the marker is there', () => {
    const text = renderComment(
      withTexts(huge, (text) => text.padEnd(400, ' long')),
      timing,
      { maxBytes: 60_000 },
    )
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000)
    expect(text).toMatch(/<!-- retrieval-gate:[^>]* -->\n$/)
    expect(text.split('<details>')).toHaveLength(text.split('</details>').length)
  })

  it('output over 1 MiB: a whole array of the worst questions', () => {
    const broke = Array.from({ length: 100_000 }, (_, index) => `question-${index}-${'x'.repeat(20)}`)
    const outcome = { ...huge, verdict: { ...huge.verdict, broke } }
    const published = { artifactId: null, artifactUrl: null, commentUrl: null }
    const text = outputsOf(outcome, 'report.json', published)['failing-queries'] ?? ''
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
    const kept: string[] = JSON.parse(text)
    expect(kept).toEqual(broke.slice(0, kept.length))
  })

  it('annotations over the cap: nine, worst first, so that the verdict is the tenth', () => {
    const annotations = annotationsOf(huge, '')
    expect(annotations).toHaveLength(9)
    expect(annotations[0]?.place.title).toContain(huge.verdict.broke[0])
  })
})

describe('what a stranger writes into a question, a path or a document', () => {
  it('`|` in a table cell: no further cell', async () => {
    const tables = (await commentOf('a | b || c')).match(/(?:^\|.*\n)+/gm) ?? []
    expect(tables.join('')).toContain('a')
    for (const table of tables) {
      const cells = table
        .trim()
        .split('\n')
        .map((row) => row.split(/(?<!\\)\|/).length)
      expect(new Set(cells).size, table).toBe(1)
    }
  })

  it('accidental @mention: nobody is called', async () => {
    const outsideCode = (await commentOf('ask @octocat or @org/team')).replaceAll(/`[^`]*`/g, '')
    expect(outsideCode).not.toMatch(/(^|[^\w;&#])@(?!&#8203;)\w/m)
  })

  it('HTML and backticks in a query: text, and nothing else', async () => {
    const plain = kindsIn(await commentOf('plain'))
    const nasty = kindsIn(await commentOf('</details> <img src=x> ``` ` <!-- ![a](b) [c](https://evil.example) # h'))
    expect(nasty.filter((kind) => !plain.includes(kind))).toEqual([])
  })

  it('workflow command in a document title: a line of the log like any other', () => {
    const log = harmlessLog('Broke:\n::error::x\n  ::set-output name=verdict::pass\n##[error]y\r::add-mask::z')
    expect(log.split(/[\r\n]/).filter((line) => /^\s*::|##\[/.test(line))).toEqual([])
  })
})

describe('files with names of all kinds', () => {
  const NAMES = [
    'docs/with space.md',
    'docs/-rf.md',
    'docs/ünïcödé 文書.md',
    'docs/$(touch pwned).md',
    'docs/`touch pwned`.md',
    "docs/'; touch pwned; '.md",
    'docs/%2e%2e.md',
  ]
  const files = Object.fromEntries(NAMES.map((name, index) => [name, `# Page\r\n\r\nHow kumquat${index} work.\r\n`]))
  const questions = NAMES.map((name, index) =>
    JSON.stringify({ id: `N${index}`, query: `kumquat${index}`, expected_files: [name.replaceAll(/[*?[\]]/g, '?')] }),
  )

  it('path with spaces, unicode, a leading dash and CRLF, command injection through a file name: found, compared and never run', async () => {
    const folder = gatedRepository({
      ...files,
      'eval.jsonl': `${questions.join('\r\n')}\r\n`,
      'retrieval-gate.yml': `${CONFIG}minPairs: 2\n`,
    })
    breakPages(folder, 1)
    commit(folder, 'a change')
    const { verdict, report } = await runGate(folder, {
      baseline: 'recompute',
      base: async () => ({ revision: 'HEAD~1' }),
    })
    expect(verdict.status).toBe('pass')
    expect(report.strategies.bm25?.summary['ndcg@10']?.point).toBe(1)
    expect(NAMES.filter((name) => !Object.hasOwn(report.documents, name))).toEqual([])
    expect(existsSync(join(folder, 'pwned'))).toBe(false)
    expect(topics.length).toBeGreaterThan(0)
  })

  it('Windows separators: paths of the config, of inputs and of files have slashes', () => {
    expect(knowledgeRoot({ config: 'gates\\docs.yml', 'working-directory': '.\\packages\\a' })).toBe(
      'packages/a/gates/',
    )
    expect(withSlashes('docs\\a b\\c.md', '\\')).toBe('docs/a b/c.md')
  })
})

describe('an artifact that is an attack', () => {
  const BOUNDS = { entries: 10, bytes: 1000, ratio: 100 }

  it('zip slip: only the one name is read, and nothing is written', () => {
    const zip = makeZip([{ name: '../report.json', content: '{}' }])
    expect(() => readZipEntry(zip, 'report.json', BOUNDS)).toThrow()
  })

  it('symlink: it is a text that names a path, and is not followed', () => {
    const zip = makeZip([{ name: 'report.json', content: '/etc/passwd' }])
    const entry = zip.indexOf('PK\x01\x02')
    zip.writeUInt8(3, entry + 5) // made on Unix
    zip.writeUInt32LE((0o120777 << 16) >>> 0, entry + 38)
    expect(readZipEntry(zip, 'report.json', BOUNDS).toString()).toBe('/etc/passwd')
  })

  it('zip bomb: it is not unpacked', () => {
    const zip = makeZip([{ name: 'report.json', content: Buffer.alloc(1_000_000) }])
    expect(() => readZipEntry(zip, 'report.json', { ...BOUNDS, bytes: 10_000_000 })).toThrow()
  })
})
