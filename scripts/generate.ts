import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { generateFiles } from './generated/generate-files.ts'

/**
 * Writes what is generated: `schema.json`, and the blocks `<!-- generated:NAME -->` of the Markdown files. With `--check` it
 * writes nothing, names what is stale and ends with 1.
 */
function main(check: boolean): number {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  const stale = [...generateFiles(read)].filter(([path, text]) => read(path) !== text)
  if (!check) for (const [path, text] of stale) writeFileSync(path, text)
  for (const [path] of stale) process.stdout.write(`${check ? 'stale' : 'wrote'}: ${path}\n`)
  if (check && stale.length > 0) process.stdout.write('Run `npm run generate`.\n')
  return check && stale.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = main(process.argv.includes('--check'))
