import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { editFile } from '../support/cli/edit-file.ts'
import { builtCli, lanternFolder, runCli } from '../support/cli/run-cli.ts'
import { repository } from '../support/repository-files.ts'

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

beforeAll(builtCli)

describe('`init`', () => {
  const IGNORED = 'retrieval-gate-report/\n.retrieval-gate/cache/\n'

  it('writes what `run` then passes with', async () => {
    const folder = lanternFolder('docs')
    const { code, stdout } = await runCli(folder, ['init'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^wrote retrieval-gate\.yml\nwrote datasets\/questions\.jsonl\nwrote \.github\/workflows\/retrieval\.yml\nadded retrieval-gate-report\/ and \.retrieval-gate\/cache\/ to \.gitignore\n\n/,
    )
    expect(read(folder, '.gitignore')).toBe(IGNORED)
    const run = await runCli(folder, ['run', '--strict'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('16 questions, 15 documents')
  })

  it('names the schema so that an editor finds it without an installation', async () => {
    const folder = lanternFolder('docs')
    await runCli(folder, ['init'])
    const [first] = read(folder, 'retrieval-gate.yml').split('\n')
    expect(first).toMatch(
      /^# yaml-language-server: \$schema=https:\/\/raw\.githubusercontent\.com\/.*\/v1\/schema\.json$/,
    )
  })

  it('works in a repository: what it writes is ready to be committed, and runs leave nothing behind', async () => {
    const folder = lanternFolder('docs')
    git(folder, 'init', '-q', '-b', 'trunk')
    write(folder, { '.gitignore': 'node_modules' })
    await runCli(folder, ['init'])
    expect(read(folder, '.gitignore')).toBe(`node_modules\n${IGNORED}`)
    expect(read(folder, '.github/workflows/retrieval.yml')).toContain('branches: [trunk]')
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'a gate')
    expect((await runCli(folder, ['run'])).code).toBe(0)
    expect(git(folder, 'status', '--porcelain')).toBe('')
  })

  it('adds to .gitignore once, and keeps its kind of line ends', async () => {
    const folder = lanternFolder('docs')
    write(folder, { '.gitignore': '/retrieval-gate-report\r\n' })
    const first = await runCli(folder, ['init'])
    expect(first.stdout).toContain('added .retrieval-gate/cache/ to .gitignore')
    const again = await runCli(folder, ['init', '--force'])
    expect(again.code).toBe(0)
    expect(again.stdout).not.toContain('.gitignore')
    expect(read(folder, '.gitignore')).toBe('/retrieval-gate-report\r\n.retrieval-gate/cache/\r\n')
  })

  it('asks only about what it searches: a page beside a folder of documentation has no question', async () => {
    const folder = lanternFolder('docs')
    write(folder, { 'README.md': '# Lantern at large\n\nSee docs.\n', 'NOTES.txt': 'Some notes.\n' })
    expect((await runCli(folder, ['init'])).code).toBe(0)
    expect(read(folder, 'retrieval-gate.yml')).toContain('include: ["docs/**/*.md"]')
    expect(await runCli(folder, ['run', '--strict'])).toMatchObject({ code: 0, stderr: '' })
  })

  it('makes questions about source code where there is nothing else', async () => {
    const folder = temporaryFolder()
    write(folder, {
      'src/walkFolder.ts': 'export function walkFolder(): string[] {\n  return []\n}\n',
      'src/parse_date.py': 'def parse_date(text):\n    return text\n',
    })
    expect((await runCli(folder, ['init'])).code).toBe(0)
    expect(read(folder, 'datasets/questions.jsonl')).toContain('Where is \\"walk folder\\" described?')
    const { code, stdout } = await runCli(folder, ['run', '--strict'])
    expect(code).toBe(0)
    expect(stdout).toContain('3 questions, 2 documents')
  })

  it('quotes a folder name that YAML would not read as text', async () => {
    const folder = join(temporaryFolder(), '2024')
    write(folder, { 'a.md': '# A page\n\nOf words.\n' })
    await runCli(folder, ['init'])
    expect(read(folder, 'retrieval-gate.yml')).toContain('name: "2024"\n')
    expect((await runCli(folder, ['run'])).code).toBe(0)
  })
})

describe('`search`', () => {
  it('shows hits with scores and lines, best first', async () => {
    const { code, stdout } = await runCli(lanternFolder(), ['search', 'end', 'a', 'session', '-k', '2'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^ 1\. \d+\.\d{4} {2}docs\/auth\/sessions\.md:\d+-\d+\n {4}# Sessions .*\n 2\. \d+\.\d{4} {2}docs\//,
    )
  })

  it('explains each score by its parts, which add up', async () => {
    const { stdout } = await runCli(lanternFolder(), ['search', 'end a session', '-k', '1', '--explain', '--json'])
    const { strategy, query, hits } = JSON.parse(stdout)
    expect({ strategy, query }).toEqual({ strategy: 'bm25', query: 'end a session' })
    const { score, explanation } = hits[0]
    const total = explanation.parts.reduce((sum: number, { value }: { value: number }) => sum + value, 0)
    expect(total).toBeCloseTo(score, 5)
  })

  it('finds words of Chinese', async () => {
    const folder = lanternFolder()
    write(folder, { 'docs/zh.md': '# 会话\n\n登录失败后，会话在三十分钟后过期。\n' })
    const { code, stdout } = await runCli(folder, ['search', '会话 过期'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ 1\. .*docs\/zh\.md:\d+-\d+\n {4}# 会话/)
  })

  it('says so when it finds nothing', async () => {
    const folder = lanternFolder()
    expect(await runCli(folder, ['search', 'xyzzy'])).toMatchObject({ code: 0, stdout: 'bm25 finds nothing\n' })
    const { stdout } = await runCli(folder, ['search', 'xyzzy', '--json'])
    expect(JSON.parse(stdout)).toEqual({ strategy: 'bm25', query: 'xyzzy', hits: [] })
  })

  it('leaves out what is below the minScore of the strategy, and counts it', async () => {
    const folder = lanternFolder()
    editFile(folder, 'retrieval-gate.yml', (text) => text.replace('{ type: bm25 }', '{ type: bm25, minScore: 2 }'))
    const { stdout } = await runCli(folder, ['search', 'end a session', '-k', '3'])
    expect(stdout).toMatch(/^ 1\. 3\.[\s\S]*\n1 hit below the minScore of bm25 left out\n$/)
  })

  it('takes the strategy that is asked for, with its parts', async () => {
    const folder = lanternFolder()
    editFile(folder, 'retrieval-gate.yml', (text) =>
      text.replace(
        'bm25: { type: bm25 }',
        'bm25: { type: bm25 }\n  dense: { type: dense, embedder: hashing }\n  both: { type: hybrid, of: [bm25, dense] }',
      ),
    )
    const { stdout } = await runCli(folder, ['search', 'sessions', '--strategy', 'both', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      strategy: 'both',
      hits: [{ path: 'docs/auth/sessions.md' }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    })
  })
})

describe('`compare`', () => {
  it('decides by two reports alone, and writes only where it is told to', async () => {
    const folder = lanternFolder()
    await runCli(folder, ['run', '--out', 'base'])
    write(folder, { 'docs/auth/sign-in.md': '# Nothing\n' })
    await runCli(folder, ['run', '--out', 'head'])
    const reports = ['base/report.json', 'head/report.json']
    const same = await runCli(folder, ['compare', reports[0]!, reports[0]!])
    expect(same).toMatchObject({ code: 0, stderr: '' })
    expect(same.stdout).toContain('base/report.json compared with base/report.json')
    const worse = await runCli(temporaryFolder(), ['compare', ...reports.map((path) => join(folder, path)), '--json'])
    expect(worse).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(worse.stdout).verdict).toMatchObject({ status: 'fail' })
    expect(readdirSync(folder)).not.toContain('retrieval-gate-report')
    await runCli(folder, ['compare', ...reports, '--out', 'compared', '--quiet'])
    expect(readdirSync(join(folder, 'compared'))).toContain('comment.md')
  })
})

describe('`score`', () => {
  it('takes what a run exported, also through a pipe', async () => {
    const folder = lanternFolder()
    await runCli(folder, ['run', '--quiet'])
    const flags = ['--qrels', 'qrels.txt', '--metrics', 'ndcg@10', '--json']
    const exported = join(folder, 'retrieval-gate-report')
    const { code, stdout } = await runCli(exported, ['score', ...flags, '--run', 'runs/bm25.run'])
    expect(code).toBe(0)
    const { point } = JSON.parse(read(exported, 'report.json')).strategies.bm25.summary['ndcg@10']
    expect(JSON.parse(stdout).metrics['ndcg@10'].point).toBeCloseTo(point, 9)
    const script = 'cat runs/bm25.run | "$0" "$@" --run /dev/stdin'
    const words = ['-c', script, process.execPath, await builtCli(), 'score', ...flags]
    const piped = execFileSync('/bin/sh', words, { cwd: exported, encoding: 'utf8' })
    expect(JSON.parse(piped).metrics).toEqual(JSON.parse(stdout).metrics)
  })
})

describe('`selftest`', () => {
  const FAST = ['selftest', '--trials', '50', '--repeats', '3']

  it('exits 0 where the gate is sound, and leaves a table and its numbers', async () => {
    const folder = lanternFolder()
    const { code, stdout, stderr } = await runCli(folder, FAST)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^SOUND {2}this gate passes two identical runs and stops a total loss\n/)
    const table = read(folder, 'retrieval-gate-report/selftest.txt')
    expect(stdout.startsWith(table)).toBe(true)
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
    const result = JSON.parse(read(folder, 'retrieval-gate-report/selftest.json'))
    expect(Object.keys(result)).toEqual(['sound', 'identical', 'totalLoss', 'differing', 'falseAlarms', 'mutations'])
    expect(result).toMatchObject({
      sound: true,
      identical: { status: 'pass' },
      totalLoss: { status: 'fail' },
      differing: [],
    })
  })

  it.each([
    ['warns at most', '{ metric: ndcg@10, maxDrop: 0.02, level: warn }'],
    ['allows nearly everything', '{ metric: ndcg@10, maxDrop: 0.99 }'],
  ])('exits 1 where the gate %s', async (_, rule) => {
    const folder = lanternFolder()
    editFile(folder, 'retrieval-gate.yml', (text) => text.replace('{ metric: ndcg@10, maxDrop: 0.02 }', rule))
    editFile(folder, 'datasets/questions.jsonl', (text) => text.replaceAll('"pinned": true, ', ''))
    const { code, stdout } = await runCli(folder, [...FAST, '--quiet'])
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: 'BROKEN  this gate cannot be trusted: it passes when nothing is found any more\n',
    })
  })

  it('gives the same bytes for the same seed', async () => {
    const folder = lanternFolder()
    const outputs = [await runCli(folder, [...FAST, '--json']), await runCli(folder, [...FAST, '--json'])]
    expect(outputs[0]).toEqual(outputs[1])
    expect(JSON.parse(outputs[0]!.stdout).sound).toBe(true)
  })
})

describe('`--help`', () => {
  it.each(['init', 'run', 'check', 'compare', 'search', 'index', 'selftest', 'score'])(
    'of `%s` fits a terminal and exits 0',
    async (command) => {
      const { code, stdout, stderr } = await runCli(temporaryFolder(), [command, '--help'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^Usage: retrieval-gate ${command} `))
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    },
  )

  it('lists every command, and what the exit codes mean', async () => {
    const { code, stdout } = await runCli(temporaryFolder(), ['--help'])
    expect(code).toBe(0)
    for (const command of ['init', 'run', 'check', 'compare', 'search', 'index', 'selftest', 'score'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'))
    expect(stdout).toContain('Exit codes: 0 pass, 1 fail, 2 could not be decided, or bad input.')
  })

  it('has a version beside it', async () => {
    expect((await runCli(temporaryFolder(), ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('the documentation', () => {
  it('shows what `selftest` prints', async () => {
    const { stdout } = await runCli(lanternFolder(), ['selftest'])
    expect(read(repository, 'docs/selftest.md')).toContain(`$ retrieval-gate selftest\n${stdout}\`\`\`\n`)
  })
})
