import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { editFile } from '../support/cli/edit-file.ts'
import { type CliResult, lanternFolder, runCli } from '../support/cli/run-cli.ts'

const CONFIG = 'retrieval-gate.yml'
const QUESTIONS = 'datasets/questions.jsonl'
const REPORT = 'retrieval-gate-report/report.json'

/** A refusal: exit code 2, nothing on stdout, and a message without a stack. */
function expectRefused({ code, stdout, stderr }: CliResult, ...messages: (string | RegExp)[]): void {
  expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m)
  expect(stderr).not.toContain('this is a bug')
  for (const message of messages) expect(stderr).toMatch(message)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
}

const withConfig = (change: (text: string) => string): string => {
  const folder = lanternFolder()
  editFile(folder, CONFIG, change)
  return folder
}

const withQuestions = (change: (lines: string[]) => string[]): string => {
  const folder = lanternFolder()
  editFile(folder, QUESTIONS, (text) => change(text.trimEnd().split('\n')).join('\n'))
  return folder
}

/** The gate's documentation with a report of it. */
async function withReport(): Promise<{ folder: string; report: string }> {
  const folder = lanternFolder()
  expect(await runCli(folder, ['run', '--quiet'])).toMatchObject({ code: 0 })
  return { folder, report: readFileSync(join(folder, REPORT), 'utf8') }
}

describe('a config that cannot be used', () => {
  it.each(['run', 'search x', 'selftest'])('is asked for where there is none, by `%s`', async (command) => {
    const result = await runCli(temporaryFolder(), command.split(' '))
    expectRefused(result, 'retrieval-gate.yml: there is no config here', 'retrieval-gate init')
  })

  it('has an unknown key, which is named with its place and the nearest known one', async () => {
    const folder = withConfig((text) => text.replace(/^metrics:/m, 'metrcs:'))
    expectRefused(
      await runCli(folder, ['run']),
      'retrieval-gate.yml:18:1: unknown key `metrcs`',
      'did you mean `metrics`?',
    )
  })

  it('is not YAML, and the place is named', async () => {
    const folder = withConfig((text) => text.replace('metrics: [', 'metrics: [['))
    expectRefused(await runCli(folder, ['run']), /retrieval-gate\.yml:\d+:\d+: this is not valid YAML/)
  })

  it('names a metric that does not exist, and is told the nearest', async () => {
    const folder = withConfig((text) => text.replace('hit@1', 'hits@1'))
    expectRefused(await runCli(folder, ['run']), 'unknown metric "hits@1"', /did you mean "hit@1"\?/i)
  })

  it('matches no documents', async () => {
    const folder = withConfig((text) => text.replace('docs/**/*.md', 'manual/**/*.md'))
    expectRefused(await runCli(folder, ['run']), 'the knowledge base has no documents', 'manual/**/*.md', '0 match')
  })
})

describe('an eval set that cannot be used', () => {
  it('is missing', async () => {
    const folder = lanternFolder()
    rmSync(join(folder, QUESTIONS))
    expectRefused(await runCli(folder, ['run']), 'datasets/questions.jsonl: there is no eval set here')
  })

  it('is empty', async () => {
    const folder = withQuestions(() => [])
    expectRefused(await runCli(folder, ['run']), 'datasets/questions.jsonl: this eval set holds no queries')
  })

  it('has invalid JSON on line 7', async () => {
    const folder = withQuestions((lines) => lines.with(6, '{"id": "Q07", }'))
    expectRefused(await runCli(folder, ['run']), 'datasets/questions.jsonl:7: this line is not valid JSON')
  })

  it('has an id twice', async () => {
    const folder = withQuestions((lines) => [...lines, lines[0]!])
    expectRefused(await runCli(folder, ['run']), 'datasets/questions.jsonl:23: the id "Q01" is taken by line 1')
  })
})

describe('an expected answer that is not there', () => {
  const misspelt = () => withQuestions((lines) => lines.with(0, lines[0]!.replaceAll('docs/', 'dosc/')))
  const tooLong = () =>
    withQuestions((lines) => [
      ...lines,
      '{"id": "Q90", "query": "How is it installed?", "expected": [{"path": "docs/install.md", "lines": [10, 900]}]}',
    ])
  const UNKNOWN =
    /questions\.jsonl:1: query "Q01" expects "dosc\/.*", which is not in the knowledge base; nearest: "docs\//
  const BEYOND = /questions\.jsonl:23: query "Q90" expects "docs\/install\.md:10-900", but this file ends at line 15/

  it('is a warning that names the line and the nearest path', async () => {
    const { code, stdout } = await runCli(misspelt(), ['run'])
    expect(stdout).toMatch(UNKNOWN)
    expect(code).toBe(0)
  })

  it('is an error with --strict', async () => {
    expectRefused(await runCli(misspelt(), ['run', '--strict']), UNKNOWN)
  })

  it('is a warning where the lines are beyond the end of the file', async () => {
    const { code, stdout } = await runCli(tooLong(), ['run'])
    expect(stdout).toMatch(BEYOND)
    expect(code).toBe(0)
  })

  it('is an error with --strict where the lines are beyond the end of the file', async () => {
    expectRefused(await runCli(tooLong(), ['run', '--strict']), BEYOND)
  })
})

describe('a baseline that cannot be used', () => {
  const against = async (name: string, change: (report: string) => string): Promise<CliResult> => {
    const { folder, report } = await withReport()
    writeFileSync(join(folder, name), change(report))
    return runCli(folder, ['run', '--baseline', name])
  }

  it('is missing', async () => {
    const result = await runCli(lanternFolder(), ['run', '--baseline', 'base.json'])
    expectRefused(result, 'base.json: there is no report here')
  })

  it('is cut off', async () => {
    const result = await against('cut.json', (report) => report.slice(0, report.length / 2))
    expectRefused(result, 'cut.json: this report is cut off, or not JSON')
  })

  it('is of a newer schema version', async () => {
    const result = await against('new.json', (report) => report.replace(/"schemaVersion": ?\d+/, '"schemaVersion": 99'))
    expectRefused(result, 'new.json: this report is of another version', 'schemaVersion 99', 'or a newer one')
  })

  it('is 200 MB large, and is not read', async () => {
    const folder = lanternFolder()
    write(folder, { 'large.json': '' })
    truncateSync(join(folder, 'large.json'), 200 * 2 ** 20)
    const refusal = ['large.json: this report is too large to read', 'at most 100 MB', '200 MB']
    expectRefused(await runCli(folder, ['run', '--baseline', 'large.json']), ...refusal)
    expectRefused(await runCli(folder, ['compare', 'large.json', 'large.json']), ...refusal)
  })

  it('is some other JSON', async () => {
    expectRefused(
      await against('other.json', () => '{"name": "other"}'),
      'other.json: this is not a retrieval-gate report',
    )
  })
})

describe('a run that cannot be decided', () => {
  it('has a strategy that errs: the verdict is invalid, and says on what', async () => {
    const folder = withConfig((text) =>
      text.replace(
        /^ {2}bm25: .*$/m,
        `  bm25: { type: bm25 }
  gone: { type: http, url: "http://127.0.0.1:9/search", body: { q: "{{query}}" }, retries: 0 }`,
      ),
    )
    const { code, stdout } = await runCli(folder, ['run'])
    expect(stdout).toMatch(/^INVALID {2}Could not be decided: gone erred on \d+ questions/)
    expect(code).toBe(2)
    const { verdict, strategies } = JSON.parse(readFileSync(join(folder, REPORT), 'utf8'))
    expect(verdict.status).toBe('invalid')
    expect(Object.keys(strategies.gone.errors).length).toBeGreaterThan(0)
    expect(strategies.bm25.errors).toEqual({})
  })

  it('has a rule without pairs', async () => {
    const { folder } = await withReport()
    write(folder, { 'base.json': readFileSync(join(folder, REPORT)) })
    editFile(folder, CONFIG, (text) => `${text}  - { metric: ndcg@10, maxDrop: 0.1, where: { category: nowhere } }\n`)
    const { code, stdout } = await runCli(folder, ['run', '--baseline', 'base.json'])
    expect(stdout).toMatch(/^INVALID .*nothing to compare: no question has ndcg@10 for category nowhere on both sides/)
    expect(code).toBe(2)
  })
})

describe('an output folder that cannot be used', () => {
  it.each(['run', 'selftest'])('lies below a file: `%s` says so before it evaluates', async (command) => {
    const folder = lanternFolder()
    write(folder, { taken: 'a file' })
    const result = await runCli(folder, [command, '--out', 'taken/report'])
    expectRefused(result, 'taken/report: the reports cannot be written here', '--out')
  })

  it('lies below a file, for `compare`', async () => {
    const { folder } = await withReport()
    write(folder, { taken: 'a file' })
    const result = await runCli(folder, ['compare', REPORT, REPORT, '--out', 'taken/report'])
    expectRefused(result, 'taken/report: the reports cannot be written here')
  })

  it.each(['run', 'selftest'])('encloses the config, for `%s`', async (command) => {
    const folder = lanternFolder()
    expectRefused(await runCli(folder, [command, '--out', '.']), 'the output folder may not enclose the config')
    expect(existsSync(join(folder, 'report.json'))).toBe(false)
  })
})

describe('a command line that cannot be understood', () => {
  it.each([
    ['run --bogus', "error: unknown option '--bogus'\n"],
    ['run --basline x', "error: unknown option '--basline'\n(Did you mean --baseline?)\n"],
    ['run --config', "error: option '--config <file>' argument missing\n"],
    ['run docs', "error: too many arguments for 'run'. Expected 0 arguments but got 1.\n"],
    ['run --threshold much', "error: option '--threshold <drop>' argument 'much' is invalid. It takes a number.\n"],
    ['run --split half', "error: option '--split <split>' argument 'half' is invalid. It takes dev or test.\n"],
    ['rnu', "error: unknown command 'rnu'\n(Did you mean run?)\n"],
    ['search', "error: missing required argument 'words'\n"],
    ['search x -k 0', "error: option '-k <count>' argument '0' is invalid. It takes a whole number from 1 to 99999.\n"],
    [
      'selftest --trials -3',
      "error: option '--trials <count>' argument '-3' is invalid. It takes a whole number from 1 to 99999.\n",
    ],
    ['compare base.json', "error: missing required argument 'head'\n"],
    ['score --run a', "error: required option '--qrels <file>' not specified\n"],
  ])('`%s`', async (line, message) => {
    expect(await runCli(lanternFolder(), line.split(' '))).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: message,
    })
  })

  it('without a command prints the help to stderr', async () => {
    const { code, stdout, stderr } = await runCli(temporaryFolder(), [])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Usage: retrieval-gate')
  })

  it('asks for a threshold that is no drop, or for a base beside another baseline', async () => {
    const folder = lanternFolder()
    expectRefused(await runCli(folder, ['run', '--threshold', '5']), 'the threshold is not a drop of ndcg@10')
    expectRefused(await runCli(folder, ['run', '--base', 'main', '--baseline', 'none']), '`--base` goes with')
  })

  it('searches for nothing, or in a strategy that does not exist', async () => {
    const folder = lanternFolder()
    expectRefused(await runCli(folder, ['search', ' ']), 'there is nothing to search for')
    expectRefused(
      await runCli(folder, ['search', 'x', '--strategy', 'dense']),
      'the config has no such strategy',
      'bm25',
    )
  })
})

describe('files that `init` would write over', () => {
  it('stay, and nothing else is written', async () => {
    const folder = lanternFolder('docs')
    mkdirSync(join(folder, '.github/workflows'), { recursive: true })
    write(folder, { '.github/workflows/retrieval.yml': 'mine\n' })
    expectRefused(
      await runCli(folder, ['init']),
      '.github/workflows/retrieval.yml: this file is already here',
      '--force',
    )
    expect(existsSync(join(folder, CONFIG))).toBe(false)
    expect(readFileSync(join(folder, '.github/workflows/retrieval.yml'), 'utf8')).toBe('mine\n')
  })

  it('do not matter in an empty folder, which has nothing to ask about', async () => {
    expectRefused(await runCli(temporaryFolder(), ['init']), 'there is nothing here to ask questions about yet')
  })
})
