import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * The section of a changelog (Keep a Changelog) for a tag `vX.Y.Z`, without its heading.
 * Throws where the tag is not the version of package.json, or has no dated section with notes.
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}`)
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD"`)
  const [heading = '', ...lines] = section.split(/\r?\n/)
  if (!/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) throw new Error(`CHANGELOG.md: "## ${heading}" has no date`)
  const notes = lines
    .filter((line) => !/^\[[^\]]+\]: /.test(line))
    .join('\n')
    .trim()
  if (notes === '') throw new Error(`CHANGELOG.md: the section of ${version} is empty`)
  return `${notes}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  process.stdout.write(releaseNotes(process.argv[2] ?? '', version, readFileSync('CHANGELOG.md', 'utf8')))
}
