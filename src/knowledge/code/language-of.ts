import type { LanguageName } from './languages.ts'

const ENDINGS: Readonly<Record<string, LanguageName>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
}

/** The language that a path's ending says, of those with a grammar here. */
export function languageOf(path: string): LanguageName | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined
}
