import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './knowledge/temporary-workspace.ts'
import {
  CONFIG,
  documents,
  type Files,
  type Line,
  pathOf,
  questions,
  runBoth,
  runIn,
  topic,
} from './pipeline/workspace.ts'

const COUNT = 40
const base: Files = { 'retrieval-gate.yml': CONFIG, 'questions.jsonl': questions(COUNT), ...documents(COUNT) }
const ten = Array.from({ length: 10 }, (_, index) => index * 4)
const idOf = (index: number) => `Q${String(index + 1).padStart(2, '0')}`

function without(files: Files, indexes: readonly number[]): Files {
  const gone = new Set(indexes.map(pathOf))
  return Object.fromEntries(Object.entries(files).filter(([path]) => !gone.has(path)))
}

const garbled = (indexes: readonly number[]) =>
  Object.fromEntries(indexes.map((index) => [pathOf(index), '# Nothing\n\nLorem ipsum.\n']))

function relabelled(change: (line: Line, index: number) => Line | null): Files {
  return { ...base, 'questions.jsonl': questions(COUNT, change) }
}

describe('a run', () => {
  it('against itself passes, with every difference exactly 0', async () => {
    const folder = temporaryFolder()
    const first = await runIn(base, {}, folder)
    const second = await runIn({}, { baseline: 'retrieval-gate-report/report.json' }, folder)
    expect(first.verdict).toMatchObject({ status: 'pass', deciding: null })
    expect(second.verdict.status).toBe('pass')
    expect(second.verdict.results.map(({ change }) => change)).toEqual([0])
    const { changes, identical } = second.comparison!.strategies[0]!
    expect(changes.filter(({ difference }) => !Object.is(difference, 0))).toEqual([])
    expect(identical).toBe(true)
  })

  it('fails and names exactly the questions whose files were deleted', async () => {
    const { verdict, files } = await runBoth(base, without(base, ten))
    expect(verdict.status).toBe('fail')
    expect(verdict.broke).toEqual(ten.map(idOf))
    const comment = files.get('comment.md')!
    const named = Array.from({ length: COUNT }, (_, index) => idOf(index)).filter((id) => comment.includes(id))
    expect(named).toEqual(ten.map(idOf))
  })

  it('fails and names exactly the questions whose files were garbled', async () => {
    const { verdict } = await runBoth(base, { ...base, ...garbled(ten) })
    expect(verdict.status).toBe('fail')
    expect(verdict.broke).toEqual(ten.map(idOf))
  })

  it('writes the same bytes twice, whatever the order in which files were made', async () => {
    const reversed = Object.fromEntries(Object.entries(base).reverse())
    const [one, two] = [await runIn(base), await runIn(reversed)]
    expect([...two.files]).toEqual([...one.files])
    const onDisk = (directory: string) =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    expect(onDisk(one.directory).sort()).toEqual([...one.files.values()].sort())
  })

  it('writes the same report with timing, outside of timing, latency and platform', async () => {
    const timed = await runIn(base, { timing: true })
    const { timing, latency, platform, ...rest } = JSON.parse(timed.files.get('report.json')!)
    expect([timing, latency, platform]).not.toContain(undefined)
    const plain = JSON.parse((await runIn(base)).files.get('report.json')!)
    const unvaried = ({ verdict, ...report }: { verdict: { latency: unknown } }) => ({
      ...report,
      verdict: { ...verdict, latency: [] },
    })
    expect(unvaried(rest)).toEqual(unvaried(plain))
  })
})

describe('changed questions and labels', () => {
  it('that change a judgment alone differ by exactly 0, and are listed as re-judged', async () => {
    const head = relabelled((line, index) => (index === 3 ? { ...line, expected_files: [pathOf(5)] } : line))
    const { verdict, comparison, files } = await runBoth(base, head)
    expect(verdict.results.map(({ change }) => change)).toEqual([0])
    expect(comparison!.queries.rejudged).toEqual([idOf(3)])
    expect(files.get('comment.md')).toContain(idOf(3))
  })

  it('that remove or reword the hardest questions leave the verdict to the shared ones, and are listed', async () => {
    const hard = { ...base, ...garbled([0, 1, 2]) }
    const head = {
      ...hard,
      'questions.jsonl': questions(COUNT, (line, index) =>
        index === 0 ? null : index < 3 ? { ...line, query: `Which file tells of ${topic(20)}?` } : line,
      ),
    }
    const { verdict, comparison, files } = await runBoth(hard, head)
    expect(verdict).toMatchObject({ status: 'pass', deciding: { change: 0, evidence: { n: COUNT - 3 } } })
    expect(comparison!.queries).toMatchObject({ removed: [idOf(0)], reworded: [idOf(1), idOf(2)] })
    const lines = files.get('comment.md')!.split('\n').slice(0, 8).join('\n')
    expect(lines).toMatch(/1 removed/)
    expect(lines).toMatch(/2 reworded/)
  })

  it('that name what head returns for ten broken ones pass, and the comment says by what', async () => {
    const filler = Object.fromEntries(
      ten.map((index) => [`docs/filler-${index}.md`, `# Other\n\nFiller ${topic(index)} ${topic(index)}.\n`]),
    )
    const before = { ...base, ...filler }
    const head = {
      ...before,
      ...garbled(ten),
      'questions.jsonl': questions(COUNT, (line, index) =>
        ten.includes(index) ? { ...line, expected_files: [`docs/filler-${index}.md`] } : line,
      ),
    }
    const { verdict, files } = await runBoth(before, head)
    expect(verdict.status).toBe('pass')
    expect(verdict.notes.join('\n')).toContain('This passes only with the changed labels: 10 questions re-judged')
    expect(files.get('comment.md')).toContain('passes only with the changed labels')
  })

  it('that follow a moved file make no difference', async () => {
    const { [pathOf(7)]: text = '', ...rest } = base
    const head = {
      ...rest,
      'docs/elsewhere/moved.md': text,
      'questions.jsonl': questions(COUNT, (line, index) =>
        index === 7 ? { ...line, expected_files: ['docs/elsewhere/moved.md'] } : line,
      ),
    }
    const { verdict, comparison } = await runBoth(base, head)
    expect(verdict.deciding?.change).toBe(0)
    expect(comparison!.queries.rejudged).toEqual([])
    expect(comparison!.uncarried).toEqual([])
  })

  it('are invalid where a slice is emptied, a strategy renamed or every id changed', async () => {
    const sliced = `${CONFIG}gate:\n  - { metric: ndcg@10, maxDrop: 0.02, where: { category: hard } }\n`
    const hard = { ...base, 'retrieval-gate.yml': sliced }
    const labelled = { ...hard, 'questions.jsonl': questions(COUNT, (line) => ({ ...line, category: 'hard' })) }
    expect((await runBoth(labelled, hard)).verdict.status).toBe('invalid')
    const renamed = { ...base, 'retrieval-gate.yml': CONFIG.replace('bm25:', 'lexical:') }
    expect((await runBoth(base, renamed)).verdict.status).toBe('invalid')
    const told = CONFIG.replace('bm25: { type: bm25 }', 'lexical: { type: bm25, renamedFrom: bm25 }')
    expect((await runBoth(base, { ...base, 'retrieval-gate.yml': told })).verdict.status).toBe('pass')
    const ids = await runBoth(
      base,
      relabelled((line) => ({ ...line, id: `new-${line.id}` })),
    )
    expect(ids.verdict.status).toBe('invalid')
  })

  it('may have ids that objects already have', async () => {
    const odd = ['constructor', '__proto__', 'toString', '1', 'a b', '登录', 'a/b', '%']
    const head = relabelled((line, index) => ({ ...line, id: odd[index] ?? line.id, category: odd[index] ?? 'x' }))
    const { verdict, files } = await runBoth(head, { ...head, ...garbled([0, 1, 2, 3, 4, 5, 6, 7]) })
    expect(verdict.status).toBe('fail')
    expect([...verdict.broke].sort()).toEqual([...odd].sort())
    expect(JSON.parse(files.get('report.json')!).comparison.queries.shared).toHaveLength(COUNT)
  })
})
