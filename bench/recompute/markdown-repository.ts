import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const QUESTIONS = 50
const QUESTION_WORDS = 6
const CONFIG = `name: bench
documents: { include: ["docs/**/*.md"] }
queries: eval.jsonl
strategies:
  bm25: { type: bm25 }
`

/** A repository with the Markdown files of the installed packages, `copies` times, each copy with a heading of its own. */
export function markdownRepository(folder: string, packages: string, copies: number): void {
  const files = readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
  const texts = files.map((path) => readFileSync(join(packages, path), 'utf8'))
  for (let copy = 0; copy < copies; copy++) {
    for (const [index, text] of texts.entries())
      put(folder, pathOf(copy, index), `# Copy ${copy} of ${index}\n\n${text}`)
  }
  put(folder, 'eval.jsonl', Array.from({ length: QUESTIONS }, (_, turn) => question(texts, turn)).join('\n'))
  put(folder, 'retrieval-gate.yml', CONFIG)
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org']
  for (const command of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...author, 'commit', '-q', '-m', 'all'],
  ]) {
    execFileSync('git', command, { cwd: folder })
  }
}

/** Adds a line to a document. */
export function changeOne(folder: string, turn: number): void {
  const path = join(folder, pathOf(0, 0))
  writeFileSync(path, `${readFileSync(path, 'utf8')}\nChanged ${turn}.\n`)
}

function pathOf(copy: number, index: number): string {
  return `docs/${copy}/${index}.md`
}

function question(texts: readonly string[], turn: number): string {
  const index = (turn * 7) % texts.length
  const words = texts[index]!.split(/\s+/).filter((word) => /^[a-z]{3,}$/i.test(word))
  const query = words.slice(turn, turn + QUESTION_WORDS).join(' ') || 'install the package'
  return JSON.stringify({ id: `Q${turn}`, query, expected_files: [pathOf(0, index)] })
}

function put(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
