import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { editFile } from '../support/cli/edit-file.ts'
import { builtCli, lanternFolder, nodes, runCli } from '../support/cli/run-cli.ts'

beforeAll(builtCli)

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

/** The example, with a grid; its bm25 is out of tune. */
function sweptFolder(sweep = '{ strategies.bm25.fields.body: [0, 1], strategies.bm25.b: [0.75, 0.3] }'): string {
  const folder = lanternFolder()
  editFile(folder, 'retrieval-gate.yml', (text) =>
    text
      .replace('bm25: { type: bm25 }', 'bm25: { type: bm25, fields: { body: 0 } } # ours')
      .concat(`sweep: ${sweep}\n`),
  )
  return folder
}

describe('`sweep`', () => {
  it('prints the settings, the best first, and what to think of them', async () => {
    const folder = sweptFolder()
    const { code, stdout, stderr } = await runCli(folder, ['sweep'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [headline, , header, first] = stdout.split('\n')
    expect(headline).toMatch(
      /^(BETTER|MAYBE) {2}body 1, b 0\.\d+: ndcg@10 \+0\.\d{3} .*on dev, .* on test: too few questions to confirm it \(\d+\)$/,
    )
    expect(header).toMatch(/^body +b +ndcg@10 +95 % interval +change +95 % interval +adjusted p$/)
    expect(first).toMatch(/^1 +0\.\d+ +0\.\d{3} .* best$/)
    expect(stdout).toMatch(/\n0 +0\.75 .* current\n/)
    expect(stdout).toContain('- 4 settings of bm25 by ndcg@10 on the')
    expect(stdout).toContain('\n- This was the first look at these questions of test.\n')
    expect(stdout).toMatch(/\nReport: retrieval-gate-report\/ \(sweep\.json, sweep\.md\)\n$/)
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThan(140)
  })

  it('prints its report as JSON, or one line', async () => {
    const folder = sweptFolder()
    const json = await runCli(folder, ['sweep', '--json'])
    expect(json.stdout).toBe(read(folder, 'retrieval-gate-report/sweep.json'))
    expect(JSON.parse(json.stdout)).toMatchObject({ schemaVersion: 1, strategy: 'bm25', testLooks: 1, written: null })
    const { stdout } = await runCli(folder, ['sweep', '--quiet', '--no-test', '--out', 'elsewhere'])
    expect(stdout).toMatch(/^(BETTER|MAYBE) {2}body 1, b 0\.\d+: ndcg@10 \+0\.\d{3}.* on dev\n$/)
    expect(JSON.parse(read(folder, 'elsewhere/sweep.json'))).toMatchObject({ test: null, testUses: [] })
  })

  it('counts the looks at test', async () => {
    const folder = sweptFolder()
    await runCli(folder, ['sweep'])
    const { stdout } = await runCli(folder, ['sweep'])
    expect(stdout.replaceAll(/\n {2}/g, ' ')).toContain('These questions of test have now been looked at 2 times')
  })

  it('writes the best values into the config, and leaves the rest of it alone', async () => {
    const folder = sweptFolder('{ strategies.bm25.fields.body: [0, 1] }')
    const before = read(folder, 'retrieval-gate.yml')
    const { code, stdout } = await runCli(folder, ['sweep', '--write', '--no-test'])
    expect(code).toBe(0)
    expect(stdout).toContain('- Written: the best values are in retrieval-gate.yml.')
    expect(read(folder, 'retrieval-gate.yml')).toBe(before.replace('{ body: 0 }', '{ body: 1 }'))
    const again = await runCli(folder, ['sweep', '--write', '--quiet'])
    expect(again.stdout).toMatch(/^KEEP {2}bm25 as it is: the best of 2 settings /)
  })

  it('compares chunk sizes at an equal budget', async () => {
    const folder = sweptFolder('{ chunking.maxTokens: [64, 256], strategies.bm25.fields.body: [1] }')
    const { code, stdout } = await runCli(folder, ['sweep', '--budget', '500'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\nmaxTokens +body +ndcg@10 .* recall@tokens:500 +change +95 % interval/)
    expect(stdout.replaceAll(/\n {2}/g, ' ')).toContain('by what is found in the first 500 tokens (recall@tokens:500)')
    const without = await runCli(folder, ['sweep', '--no-budget', '--json'])
    expect(JSON.parse(without.stdout).budgetMetric).toBeNull()
  })

  it('says where a grid is wrong, before anything runs', async () => {
    const wrong = sweptFolder('{ strategies.bm25.b: [0.3, 7] }')
    const { code, stdout, stderr } = await runCli(wrong, ['sweep'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^retrieval-gate\.yml:\d+:35: `strategies\.bm25\.b` is out of range\n {2}expected: at most 1\n/,
    )
    const none = await runCli(lanternFolder(), ['sweep'])
    expect(none.code).toBe(2)
    expect(none.stderr).toMatch(/^retrieval-gate\.yml: the config does not say what to try\n/)
    const budget = await runCli(wrong, ['sweep', '--budget', '0'])
    expect([budget.code, budget.stderr]).toEqual([
      2,
      expect.stringContaining('It takes a whole number from 1 to 99999.'),
    ])
  })

  it('gives the same bytes on every Node', async () => {
    const files = []
    for (const node of nodes) {
      const folder = sweptFolder()
      await runCli(folder, ['sweep', '--quiet'], { node })
      files.push(['sweep.json', 'sweep.md'].map((name) => read(folder, `retrieval-gate-report/${name}`)))
    }
    for (const other of files) expect(other).toEqual(files[0])
  })
})

describe('`run --split`', () => {
  it('asks only the questions of a split, by a hash where no question names its own', async () => {
    const folder = lanternFolder()
    const asked = async (...flags: string[]) => {
      const { code, stdout } = await runCli(folder, ['run', '--no-timing', '--json', ...flags])
      expect(code).toBe(0)
      expect(stdout).not.toBe('')
      return Object.keys(JSON.parse(read(folder, 'retrieval-gate-report/report.json')).queries)
    }
    const [all, dev, test] = [await asked(), await asked('--split', 'dev'), await asked('--split', 'test')]
    expect([...dev, ...test].sort()).toEqual(all.sort())
    expect(test.length).toBeGreaterThan(0)
    expect(dev.length).toBeGreaterThan(test.length)
  })
})
