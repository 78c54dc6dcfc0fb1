import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { OutputAsset, OutputChunk, Plugin } from 'rolldown'
import { grammarNotice } from './grammar-notice.ts'

/** One npm package whose code is in the bundle. */
export interface Licensed {
  readonly name: string
  readonly version: string
  /** SPDX expression, as its package.json declares it. */
  readonly license: string
  /** The licence text it ships, and its notice where it has one; empty where it ships none. */
  readonly text: string
}

/** Licences that let a bundle be passed on under the MIT licence, as long as their text goes with it. */
const permissive = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
])

/**
 * Licences that ask for the source of the package's own files, and for nothing of what they are bundled with: the text says
 * where that source is. Such packages may not be changed here.
 */
const sourceOffered = new Set(['MPL-2.0'])

/**
 * Writes `licenses.txt` beside the bundle: name, version and licence text of every package that has a module or an asset
 * in it. The build fails where a licence is not permissive.
 */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const packages = packagesOf(sourcesOf(Object.values(bundle)))
      const refused = packages.filter(({ license }) => !isPermissive(license))
      if (refused.length > 0) {
        const names = refused.map(({ name, version, license }) => `${name}@${version} (${license})`)
        this.error(`Not a permissive licence: ${names.join(', ')}`)
      }
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: render(packages) })
    },
  }
}

/** The files (module ids, absolute paths) that went into a bundle: modules, and what was copied beside it. */
export function sourcesOf(files: readonly (OutputChunk | OutputAsset)[]): string[] {
  return files.flatMap((file) =>
    file.type === 'chunk' ? Object.keys(file.modules) : file.originalFileNames.map((name) => resolve(name)),
  )
}

/** Whether every licence (`AND`), or one of several to choose from (`OR`), of an SPDX expression lets a bundle be passed on. */
export function isPermissive(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(/\s+OR\s+/)
  return choices.some((choice) =>
    choice.split(/\s+AND\s+/).every((license) => permissive.has(license.trim()) || sourceOffered.has(license.trim())),
  )
}

/** The packages that module ids (absolute paths) belong to, sorted by name, then version; our own modules have none. */
export function packagesOf(modules: readonly string[]): Licensed[] {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))
  const byKey = new Map([...folders].map(describe).map((found) => [`${found.name}@${found.version}`, found]))
  return [...byKey.values()].sort(byNameAndVersion)
}

const byNameAndVersion = (a: Licensed, b: Licensed): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : a.version > b.version ? 1 : 0

/** The folder of the innermost package that holds a module; the bundler's own runtime counts as the bundler. */
function packageFolder(module: string): string | undefined {
  if (module.includes('rolldown/runtime')) return join('node_modules', 'rolldown')
  const marker = `${sep}node_modules${sep}`
  const path = module.replace(/^\0+/, '').replace(/\?.*$/, '').replaceAll('/', sep)
  const start = path.lastIndexOf(marker)
  if (start < 0) return undefined
  const [first = '', second = ''] = path.slice(start + marker.length).split(sep)
  return path.slice(0, start + marker.length) + (first.startsWith('@') ? join(first, second) : first)
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  /** The form of npm's first years. */
  readonly licenses?: readonly { readonly type: string }[]
}

function describe(folder: string): Licensed {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license, licenses: older = [] } = manifest
  const declared = typeof license === 'object' ? license.type : license
  const spdx = declared ?? (older.map(({ type }) => type).join(' OR ') || 'UNKNOWN')
  const texts = [licenseText(folder), name === '@vscode/tree-sitter-wasm' ? grammarNotice : '']
  return { name, version, license: spdx, text: texts.filter((text) => text !== '').join('\n\n') }
}

/** Packages that ship no licence text, and one from the same repository, under the same licence, that does. */
const sameSource = new Map([['@ai-sdk/provider-utils', 'ai']])

function licenseText(folder: string): string {
  const files = readdirSync(folder).sort()
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
  const own = files.filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file)).map(read)
  const parent = own.length === 0 ? sameSource.get(folder.split(sep).slice(-2).join('/')) : undefined
  if (parent !== undefined) return licenseText(join(folder, '..', '..', parent))
  return own.length > 0
    ? own.join('\n\n')
    : files
        .filter((file) => /^readme/i.test(file))
        .map(read)
        .map(licenseSection)
        .join('')
}

/** What a README says under its heading "License", to its end. */
function licenseSection(readme: string): string {
  return /^(?:#+ *licen[cs]e.*|licen[cs]e\n[=-]+)$([\s\S]*)/im.exec(readme)?.[1]?.trim() ?? ''
}

/** The text of `licenses.txt`. */
export function render(packages: readonly Licensed[]): string {
  const sections = packages.map(({ name, version, license, text }) => {
    const body = text === '' ? 'The package ships no licence text; its manifest declares the licence above.' : text
    const source = sourceOffered.has(license)
      ? `Its source is the npm package ${name}, version ${version}, bundled without a change.\n\n`
      : ''
    return `${name}@${version}\nLicence: ${license}\n\n${source}${body}\n`
  })
  const intro =
    'The bundle holds code of the packages below. Each is used under its own licence, which follows its name.\n'
  return [intro, ...sections].join(`\n${'-'.repeat(80)}\n\n`)
}
