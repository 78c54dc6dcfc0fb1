import type { RunOptions } from '../../src/open-run.ts'
import { type RunResult, runPipeline } from '../../src/pipeline.ts'
import type { Ports } from '../../src/ports.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'

export type Files = Record<string, string>

/** Ports without a network and with a clock that only counts. */
export function portsAt(cwd: string): Ports {
  let time = 0
  return {
    cwd,
    env: {},
    stdout: () => {},
    stderr: () => {},
    now: () => time++,
    fetch: () => Promise.reject(new Error('no network in tests')),
    isTerminal: false,
    signal: new AbortController().signal,
    platform: { node: 'test' },
  }
}

/** So many documents with a word of their own, in a folder whose files are not versioned. */
export function documents(count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      pathOf(index),
      `# About ${topic(index)}\n\nThe ${topic(index)} is explained here.\n`,
    ]),
  )
}

/** The document about a topic; its name says nothing of it. */
export function pathOf(index: number): string {
  return `docs/page-${index + 1}.md`
}

/** A word that no other topic shares a part with. */
export function topic(index: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  return `w${letters[Math.floor(index / 26)]}${letters[index % 26]}zk`
}

export interface Line extends Record<string, unknown> {
  readonly id: string
  readonly query: string
}

/** A question about each topic, answered by its document. */
export function questions(count: number, change: (line: Line, index: number) => Line | null = (line) => line): string {
  const lines = Array.from({ length: count }, (_, index) =>
    change(
      {
        id: `Q${String(index + 1).padStart(2, '0')}`,
        query: `What is the ${topic(index)}?`,
        expected_files: [pathOf(index)],
      },
      index,
    ),
  )
  return lines.flatMap((line) => (line === null ? [] : [`${JSON.stringify(line)}\n`])).join('')
}

export const CONFIG = `name: test
documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies:
  bm25: { type: bm25 }
`

/** Writes the files into a new folder and runs there, without timing. */
export async function runIn(files: Files, options: RunOptions = {}, folder = temporaryFolder()): Promise<RunResult> {
  write(folder, files)
  return runPipeline({ timing: false, ...options }, portsAt(folder))
}

/** Head's result, with the base's report as its baseline. */
export async function runBoth(base: Files, head: Files): Promise<RunResult> {
  const { directory } = await runIn(base)
  return runIn(head, { baseline: `${directory}/report.json` })
}
