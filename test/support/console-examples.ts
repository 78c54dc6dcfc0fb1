import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { compare } from '../../src/commands/compare.ts'
import { init } from '../../src/commands/init.ts'
import { run } from '../../src/commands/run.ts'
import { score } from '../../src/commands/score.ts'
import { search } from '../../src/commands/search.ts'
import type { Ports } from '../../src/ports.ts'

/** A page with what its commands really print, in order, where it says what they print. */
export async function replayed(page: string, shell: DocumentedShell): Promise<string> {
  const parts = page.split(/^(```console\n[\s\S]*?^```$)/m)
  for (const [index, part] of parts.entries()) {
    if (part.startsWith('```console\n$ ')) parts[index] = await replayedSnippet(part, shell)
  }
  return parts.join('')
}

async function replayedSnippet(snippet: string, shell: DocumentedShell): Promise<string> {
  const commands = [...snippet.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command)
  let text = '```console\n'
  for (const command of commands) text += `$ ${command}\n${await shell.run(command)}`
  return `${text}\`\`\``
}

/** Runs the commands of documentation in a folder, on any platform; what they call `/tmp` is `temporary`. */
export class DocumentedShell {
  readonly #folder: string
  readonly #temporary: string

  constructor(folder: string, temporary: string) {
    this.#folder = folder
    this.#temporary = temporary
  }

  /** What a command prints. Throws for one that is not known here, so that none goes unchecked. */
  async run(command: string): Promise<string> {
    const [program, ...words] = [...command.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) =>
      this.#real(word.replace(/^['"]|['"]$/g, '')),
    )
    const [first = '', second = '', third = ''] = words
    if (program === 'retrieval-gate')
      return (await this.#tool(first, words.slice(1))).replaceAll(this.#temporary, '/tmp')
    if (program === 'cp') copyFileSync(this.#path(first), this.#path(second))
    else if (program === 'git' && first === 'mv') renameSync(this.#path(second), this.#path(third))
    else if (program === 'sed') this.#substitute(second, this.#path(third))
    else if (program === 'jq') return query(second, this.#path(third))
    else throw new Error(`The documentation uses a command that its test cannot run: ${command}`)
    return ''
  }

  async #tool(command: string, words: readonly string[]): Promise<string> {
    const { positional, flags } = readWords(words)
    const timed = { timing: true, ...flags }
    let printed = ''
    const stdout = (text: string): void => {
      printed += text
    }
    const ports = { ...quietPorts, cwd: this.#folder, stdout }
    if (command === 'run') await run(timed, ports)
    else if (command === 'compare') await compare(positional[0]!, positional[1]!, timed, ports)
    else if (command === 'search') await search(positional.join(' '), { ...flags, k: Number(flags.k ?? 10) }, ports)
    else if (command === 'init') await init(flags, ports)
    else if (command === 'score') return score({ qrels: '', ...flags, run: [String(flags.run)] }, ports).text
    else throw new Error(`The documentation uses an unknown command: ${command}`)
    return printed
  }

  /** `s#from#to#` in every line of a file. */
  #substitute(script: string, file: string): void {
    const [, from = '', to = ''] = script.split('#')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to))
  }

  #real(word: string): string {
    return word.startsWith('/tmp/') ? join(this.#temporary, word.slice('/tmp/'.length)) : word
  }

  #path(word: string): string {
    return isAbsolute(word) ? word : join(this.#folder, word)
  }
}

const SWITCHES = ['quiet', 'json', 'explain', 'strict', 'force']

/** `--quiet` is true, any other flag takes the next word. */
function readWords(words: readonly string[]) {
  const positional: string[] = []
  const flags: Record<string, string | boolean> = {}
  for (let at = 0; at < words.length; at++) {
    const name = words[at]!.replace(/^--?/, '')
    if (name === words[at]) positional.push(name)
    else flags[name] = SWITCHES.includes(name) || words[++at]!
  }
  return { positional, flags }
}

/** A path of keys (`.strategies.bm25`) in a JSON file. */
function query(path: string, file: string): string {
  const keys = path.split('.').filter((key) => key !== '')
  const whole: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return `${JSON.stringify(keys.reduce((value, key) => (value as Record<string, unknown>)[key], whole))}\n`
}

const quietPorts: Omit<Ports, 'cwd' | 'stdout'> = {
  env: {},
  stderr() {},
  now: () => 0,
  fetch,
  isTerminal: false,
  signal: new AbortController().signal,
  platform: {},
}
