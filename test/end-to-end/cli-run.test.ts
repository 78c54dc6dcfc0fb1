import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { builtCli, lanternFolder, nodes, runCli } from '../support/cli/run-cli.ts'
import { breakPages, gatedRepository, pageOf, remove } from '../support/gated-repository.ts'

const REPORTS = 'retrieval-gate-report'
const REPORT = `${REPORTS}/report.json`

const reportOf = (folder: string, file = REPORT) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** Twelve pages with a question each, and the report of them as `base.json`. */
async function gatedWithBaseline(): Promise<string> {
  const folder = gatedRepository()
  expect(await runCli(folder, ['run', '--quiet'])).toMatchObject({ code: 0 })
  write(folder, { 'base.json': readFileSync(join(folder, REPORT)) })
  return folder
}

describe.each(nodes)('`run` under %s', (node) => {
  it('evaluates, prints a table with estimates, and says where the reports are', async () => {
    const folder = lanternFolder()
    const { code, stdout, stderr } = await runCli(folder, ['run'], { node })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^PASS {2}Nothing to compare with yet/)
    expect(stdout).toMatch(/^strategy +ndcg@10 +recall@5 +mrr/m)
    expect(stdout).toMatch(/^bm25 +\d\.\d{3} \(\d\.\d{3}-\d\.\d{3}\)/m)
    expect(stdout).toMatch(/\nReports: retrieval-gate-report\/ \(comment\.md, .*report\.json.*\)\n$/)
    const written = readdirSync(join(folder, REPORTS))
    for (const file of ['comment.md', 'summary.md', 'report.json', 'report.html', 'junit.xml']) {
      expect(written).toContain(file)
    }
    expect(written.filter((file) => file.endsWith('.tmp'))).toEqual([])
  })

  it('finds no difference to its own report, and says that it takes its place', async () => {
    const folder = lanternFolder()
    await runCli(folder, ['run'], { node })
    const { code, stdout } = await runCli(folder, ['run', '--baseline', REPORT], { node })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^PASS {2}Retrieval holds/)
    expect(stdout).toContain(`${REPORT} was the baseline; this run's report is in its place.\n`)
    const { comparison, verdict } = reportOf(folder)
    expect(verdict.results.map(({ change }: { change: number }) => change)).toEqual([0])
    for (const { metrics } of comparison.strategies) {
      for (const { base, now } of Object.values<{ base: number[]; now: number[] }>(metrics)) expect(now).toEqual(base)
    }
  })

  it('fails when ten answers are lost, and names exactly the questions that broke', async () => {
    const folder = await gatedWithBaseline()
    breakPages(folder, 5)
    remove(folder, ...[6, 7, 8, 9, 10].map(pageOf))
    const { code, stdout } = await runCli(folder, ['run', '--baseline', 'base.json'], { node })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL /)
    const ids = Array.from({ length: 10 }, (_, index) => `Q${index + 1}`)
    expect([...reportOf(folder).verdict.broke].sort()).toEqual([...ids].sort())
    const comment = readFileSync(join(folder, REPORTS, 'comment.md'), 'utf8')
    const named = new Set(comment.match(/\bQ\d+\b/g))
    expect([...named].sort()).toEqual([...ids].sort())
  })
})

describe('what `run` prints', () => {
  it('is one line with --quiet, which a failing gate begins with its verdict', async () => {
    const folder = await gatedWithBaseline()
    breakPages(folder, 3)
    const { code, stdout, stderr } = await runCli(folder, ['run', '--quiet', '--baseline', 'base.json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(/^fail: [^\n]*\n$/)
  })

  it('is JSON and nothing else with --json, also when nothing could be decided', async () => {
    const folder = await gatedWithBaseline()
    const passing = await runCli(folder, ['run', '--json', '--baseline', 'base.json'])
    expect(JSON.parse(passing.stdout)).toMatchObject({ verdict: { status: 'pass' }, strategies: { bm25: {} } })
    write(folder, {
      'eval.jsonl': '{"id": "Q1", "query": "How do I set up passwords?", "expected_files": ["docs/page-1.md"]}\n',
    })
    const undecided = await runCli(folder, ['run', '--json', '--baseline', 'base.json'])
    expect(JSON.parse(undecided.stdout).verdict.status).toBe('invalid')
    expect([passing, undecided].map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: '' },
      { code: 2, stderr: '' },
    ])
  })

  it('may be read by nobody: the verdict still decides the exit code', async () => {
    const folder = await gatedWithBaseline()
    breakPages(folder, 3)
    const child = spawn(process.execPath, [await builtCli(), 'run', '--baseline', 'base.json'], { cwd: folder })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  })

  it('is cut by `head` without a crash', async () => {
    const folder = lanternFolder()
    const child = spawn('/bin/sh', ['-c', `"$0" "$1" run --json | head -1`, process.execPath, await builtCli()], {
      cwd: folder,
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text
      })
    }
    await new Promise((resolve) => child.on('close', resolve))
    expect(printed).toBe('{\n')
  })
})

describe('`run` somewhere else', () => {
  it('takes paths of flags from where it stands, and paths of the config from its folder', async () => {
    const above = temporaryFolder()
    const project = lanternFolder()
    const { code, stdout } = await runCli(above, [
      'run',
      '--config',
      join(project, 'retrieval-gate.yml'),
      '--out',
      'reports',
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('Reports: reports/ (')
    expect(existsSync(join(above, 'reports/report.json'))).toBe(true)
    expect(existsSync(join(project, REPORTS))).toBe(false)
  })
})

describe('a run that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s ends with exit code 2 and leaves the old reports whole',
    async (signal) => {
      const folder = await gatedWithBaseline()
      const pages = Array.from({ length: 1500 }, (_, index) => [
        `docs/more-${index}.md`,
        `# More ${index}\n\n${'words of it '.repeat(200)}\n`,
      ])
      write(folder, Object.fromEntries(pages))
      const before = readFileSync(join(folder, REPORT), 'utf8')
      const child = spawn(process.execPath, [await builtCli(), 'run'], { cwd: folder })
      const watcher = watch(join(folder, REPORTS), () => child.kill(signal))
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text
      })
      // A second signal would end it at once.
      watcher.once('change', () => watcher.close())
      const code = await new Promise((resolve) => child.on('close', resolve))
      expect({ code, stderr }).toEqual({ code: 2, stderr: 'interrupted; no report was written\n' })
      expect(readFileSync(join(folder, REPORT), 'utf8')).toBe(before)
      expect(readdirSync(join(folder, REPORTS)).filter((file) => file.endsWith('.tmp'))).toEqual([])
      expect((await runCli(folder, ['run', '--quiet'])).code).toBe(0)
    },
  )
})
