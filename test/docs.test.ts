import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { score } from '../src/commands/score.ts'
import { parseConfig } from '../src/config/load-config.ts'
import { readNative } from '../src/evalset/native-jsonl.ts'
import { nativeRecord } from '../src/evalset/native-record.ts'
import { matches } from '../src/judging/match.ts'
import { registries } from '../src/registries.ts'
import { temporaryFolder, write } from './knowledge/temporary-workspace.ts'
import { repository, repositoryFiles } from './support/repository-files.ts'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

const texts = new Map(
  repositoryFiles('README.md', 'docs/*.md', 'datasets/*.md', '.github/*.md').map((path) => [path, read(path)]),
)
const pages = [...texts.keys()]

interface Snippet {
  readonly page: string
  readonly language: string
  readonly text: string
}

const snippets: readonly Snippet[] = [...texts].flatMap(([page, text]) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ page, language, text })),
)
const inLanguage = (language: string) => snippets.filter((snippet) => snippet.language === language)

/** A text without its snippets: `#` begins no heading and `[]()` is no link in them. */
const prose = (page: string) => texts.get(page)!.replace(/^```[\s\S]*?^```$/gm, '')

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): string[] {
  const headings = [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'))
}

describe('the links of the documentation', () => {
  const links = pages.flatMap((page) =>
    [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .map((target) => ({ page, target })),
  )

  it('are there', () => {
    expect(links.length).toBeGreaterThan(30)
  })

  it('lead to files and headings of this repository', () => {
    const dangling = links.filter(({ page, target }) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : posix.join(posix.dirname(page), path)
      if (!existsSync(join(repository, file))) return true
      return anchor !== undefined && !anchors(file).includes(anchor)
    })
    expect(dangling).toEqual([])
  })

  it('reach every page of docs/ from the README', () => {
    const linked = links.filter(({ page }) => page === 'README.md').map(({ target }) => target.split('#')[0])
    const notForUsers = ['docs/calibration.md', 'docs/releasing.md']
    const wanted = pages.filter((page) => page.startsWith('docs/') && !notForUsers.includes(page))
    expect(wanted.filter((page) => !linked.includes(page))).toEqual([])
  })
})

describe('the snippets of the documentation', () => {
  const configs = inLanguage('yaml').filter(({ text }) => text.startsWith('# retrieval-gate.yml\n'))
  const evalSets = inLanguage('jsonl')

  it.each(configs)('are configs that load ($page)', ({ page, text }) => {
    expect(Object.keys(parseConfig(text, page, registries).strategies).length).toBeGreaterThan(0)
  })

  it.each(evalSets)('are eval sets without a mistake or a warning ($page)', ({ page, text }) => {
    const { queries, problems, warnings } = readNative(text, page)
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
    expect(queries).toHaveLength(text.trim().split('\n').length)
  })

  it('name the Action in one way, or pinned by commit', () => {
    const uses = inLanguage('yaml').flatMap(({ text }) => text.match(/(?<=uses: ).*retrieval-gate.*/g) ?? [])
    expect(uses.length).toBeGreaterThan(3)
    expect(uses.filter((use) => !/^OWNER\/retrieval-gate@(v1|[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(use))).toEqual([])
  })
})

describe('the commands of the documentation', () => {
  const COMMANDS = ['check', 'run', 'compare', 'search', 'score', 'index', 'init', 'merge', 'selftest', 'sweep']
  const flags = new Map<string, readonly string[]>()
  beforeAll(() => {
    for (const command of COMMANDS) {
      const help = execFileSync(process.execPath, ['--import', 'tsx', 'src/cli.ts', command, '--help'], {
        cwd: repository,
        encoding: 'utf8',
      })
      flags.set(command, help.match(/(?<=^ +(?:-\w, )?)--[\w-]+|(?<=^ +)-\w/gm) ?? [])
    }
  })

  const code = [...texts].flatMap(([page, text]) => {
    const inline = [...prose(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
    const fenced = [...text.matchAll(/^```[\s\S]*?^```$/gm)].flatMap(([fence]) => fence.split('\n'))
    return [...inline, ...fenced].map((line) => ({ page, line }))
  })

  it('are commands that there are, with flags that they take', () => {
    const used = code.flatMap(({ page, line }) => {
      const [, command, rest = ''] = /(?:^|\$ |node |npx )(?:retrieval-gate|\S*cli\.js) ([a-z]+)\b(.*)/.exec(line) ?? []
      return command === undefined
        ? []
        : [{ page, command, flags: rest.replace(/ #.*/, '').match(/(?<=\s)--?[a-z][\w-]*/g) ?? [] }]
    })
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter(({ command }) => !COMMANDS.includes(command))).toEqual([])
    expect(used.flatMap((use) => use.flags.filter((flag) => !flags.get(use.command)?.includes(flag)))).toEqual([])
  })

  it('and flags named alone are flags of some command', () => {
    const all = ['--version', ...[...flags.values()].flat()]
    const alone = code.filter(({ page, line }) => page.startsWith('docs/') && /^--[a-z]/.test(line))
    expect(alone.length).toBeGreaterThan(10)
    expect(alone.filter(({ line }) => !all.includes(line.split(' ')[0]!))).toEqual([])
  })

  it('leave no flag out of the documentation', () => {
    const documented = code.map(({ line }) => line).join('\n')
    const missing = [...new Set([...flags.values()].flat())].filter((flag) => !documented.includes(flag))
    expect(missing).toEqual([])
  })
})

describe('the examples of docs/score.md', () => {
  const page = texts.get('docs/score.md')!
  const files = Object.fromEntries(
    [...page.matchAll(/`([\w.]+)`:\n\n```text\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => [name, text]),
  )

  it('print what the command prints', () => {
    const folder = temporaryFolder()
    write(folder, files)
    const examples = [...page.matchAll(/^\$ retrieval-gate score (.*)\n([\s\S]*?)^```$/gm)]
    expect(examples).toHaveLength(2)
    for (const [, line = '', output] of examples) {
      const values = (flag: string) =>
        [...line.matchAll(new RegExp(`--${flag} (\\S+)`, 'g'))].map(([, value = '']) => value)
      const [qrels = ''] = values('qrels')
      const [metrics = ''] = values('metrics')
      const options = { qrels, run: values('run'), metrics, perQuery: line.includes('--per-query') }
      expect(score(options, { cwd: folder }).text).toBe(output)
    }
  })

  it('give the scores that docs/verdict.md works out by hand', () => {
    const folder = temporaryFolder()
    write(folder, files)
    const scores = ['base.run', 'head.run'].map((run) => {
      const { text } = score({ qrels: 'qrels.txt', run: [run], metrics: 'ndcg@10', json: true }, { cwd: folder })
      const { queries } = JSON.parse(text) as { queries: Record<string, Record<string, number>> }
      return queries.Q1!['ndcg@10']!
    })
    const byHand = [...texts.get('docs/verdict.md')!.matchAll(/\/ 2\.631 = ([\d.]+) \|/g)].map(([, value]) => value)
    expect(scores.map((value) => value.toFixed(3))).toEqual(byHand)
  })
})

describe('the table of docs/chunking.md', () => {
  const rows = [
    ...texts.get('docs/chunking.md')!.matchAll(/^\| (\d+) to (\d+) \|.* \| (yes|no) \| (yes|no) \| (yes|no) \|$/gm),
  ]
  const answer = { kind: 'lines', path: 'a', startLine: 10, endLine: 25 } as const

  it('says which chunk answers lines 10 to 25', () => {
    expect(rows).toHaveLength(4)
    for (const [row, first, last, ...said] of rows) {
      const chunk = { id: 'a', path: 'a', score: 1, startLine: Number(first), endLine: Number(last) }
      const found = (['contains', 'iou', 'coverage'] as const).map((rule) => matches(chunk, answer, rule))
      expect(
        found.map((yes) => (yes ? 'yes' : 'no')),
        row,
      ).toEqual(said)
    }
  })
})

describe('what can be chosen', () => {
  it('has a row for every chunker', () => {
    const missing = registries.chunkers.filter((name) => !texts.get('docs/chunking.md')!.includes(`| \`${name}\` `))
    expect(missing).toEqual([])
  })

  it('has a row for every key of a question', () => {
    const page = texts.get('docs/eval-sets.md')!
    expect(Object.keys(nativeRecord.shape).filter((key) => !page.includes(`\`${key}\``))).toEqual([])
  })
})

describe('the messages of docs/troubleshooting.md', () => {
  const plain = (text: string) => text.replaceAll(/[`\\]/g, '').toLowerCase()
  const source = plain(repositoryFiles('src/*.ts').map(read).join('\n'))
  const messages = [...texts.get('docs/troubleshooting.md')!.matchAll(/^\| (?!message \||---)(.+?) \| /gm)].map(
    ([, message = '']) => message,
  )

  it('are messages of the program', () => {
    expect(messages.length).toBeGreaterThan(50)
    const parts = messages.flatMap((message) => message.split('…').map((part) => part.trim()))
    expect(parts.filter((part) => !source.includes(plain(part)))).toEqual([])
  })
})
