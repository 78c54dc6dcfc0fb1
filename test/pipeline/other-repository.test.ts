import { describe, expect, it } from 'vitest'
import { runPipeline } from '../../src/pipeline.ts'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { otherRepository } from '../support/other-repository.ts'
import { documents, pathOf, portsAt, questions } from './workspace.ts'

const MANY = 12
const config = (more: string) => `name: test
documents: { repository: octo/kb, include: ["docs/**"]${more} }
queries: questions.jsonl
strategies:
  bm25: { type: bm25 }
`

async function run(folder: string, server: string, baseline = 'none') {
  const ports = { ...portsAt(folder), env: { PATH: process.env.PATH, GITHUB_SERVER_URL: server } }
  return runPipeline(
    { timing: false, baseline, links: { repository: `${server}/octo/app`, commit: 'a'.repeat(40) } },
    ports,
  )
}

const brief = (commit: string) => commit.slice(0, 7)

describe('a run whose documents are in another repository', () => {
  it('finds them there, and records the commit in the report, the summary and the fine print', async () => {
    const kb = otherRepository(documents(MANY))
    const commit = git(kb.path, 'rev-parse', 'HEAD').trim()
    const folder = temporaryFolder()
    write(folder, { 'retrieval-gate.yml': config(', ref: main'), 'questions.jsonl': questions(MANY) })
    const { report, files, verdict } = await run(folder, kb.server)
    expect(verdict.status).toBe('pass')
    expect(report.corpus).toEqual({
      documents: MANY,
      skipped: {},
      source: { repository: 'octo/kb', ref: 'main', commit },
    })
    expect(report.strategies.bm25?.summary['ndcg@10']?.point).toBe(1)
    expect(files.get('comment.md')).toContain(`documents of \`octo/kb\` at \`${brief(commit)}\` (\`main\`)`)
    expect(files.get('summary.md')).toContain(`12 documents from \`octo/kb\` at \`${brief(commit)}\` (\`main\`)`)
  })

  it('is compared with a base that names another commit, evaluated in the same run', async () => {
    const kb = otherRepository(documents(MANY))
    const before = git(kb.path, 'rev-parse', 'HEAD').trim()
    const lost = Object.fromEntries([0, 1, 2].map((index) => [pathOf(index), '# Nothing here\n']))
    const after = kb.commit(lost)
    const folder = temporaryFolder()
    const commitConfig = (ref: string) => {
      write(folder, { 'retrieval-gate.yml': config(`, ref: ${ref}`), 'questions.jsonl': questions(MANY) })
      git(folder, 'add', '-A')
      git(folder, 'commit', '-q', '-m', ref)
    }
    git(folder, 'init', '-q', '-b', 'main')
    write(folder, { '.gitignore': 'retrieval-gate-report/\n' })
    commitConfig(before)
    git(folder, 'checkout', '-q', '-b', 'change')
    commitConfig(after)
    const { report, verdict, comparison } = await run(folder, kb.server, 'recompute')
    expect(report.corpus.source?.commit).toBe(after)
    expect(comparison?.queries.shared).toHaveLength(MANY)
    expect(verdict.status).toBe('fail')
    expect(verdict.broke).toEqual(['Q01', 'Q02', 'Q03'])
  })

  it('is compared with an earlier report over a renamed and edited page, by the history of the other repository', async () => {
    const kb = otherRepository(documents(MANY))
    const base = temporaryFolder()
    write(base, { 'retrieval-gate.yml': config(''), 'questions.jsonl': questions(MANY) })
    const { directory } = await run(base, kb.server)
    git(kb.path, 'mv', pathOf(0), 'docs/renamed.md')
    kb.commit({ 'docs/renamed.md': `${documents(1)[pathOf(0)]}\nOne more line.\n` })
    const folder = temporaryFolder()
    const renamed = questions(MANY, (line, index) =>
      index === 0 ? { ...line, expected_files: ['docs/renamed.md'] } : line,
    )
    write(folder, { 'retrieval-gate.yml': config(''), 'questions.jsonl': renamed })
    const { verdict } = await run(folder, kb.server, `${directory}/report.json`)
    expect(verdict.status).toBe('pass')
    expect(verdict.results[0]?.evidence?.n).toBe(MANY)
  })

  it('is told in a sentence where the repository is not there', async () => {
    const folder = temporaryFolder()
    write(folder, { 'retrieval-gate.yml': config(''), 'questions.jsonl': questions(MANY) })
    await expect(run(folder, 'file:///nowhere')).rejects.toThrow('there is no repository octo/kb')
  })
})
