import type { Chunk, Document } from '../../model.ts'
import type { CutDocument } from '../chunker.ts'
import { cutAtLines } from '../chunkers/lines.ts'
import type { ChunkingConfig } from '../chunking.ts'
import { cutAtHeadings } from '../heading/cut-at-headings.ts'
import { isMarkdown } from '../heading/is-markdown.ts'
import { makeChunk, titleOf } from '../make-chunk.ts'
import { numberLines } from '../numbered-lines.ts'
import { packUnits } from '../pack-units.ts'
import { codePieces } from './code-pieces.ts'
import { languageOf } from './language-of.ts'
import { type LanguageName, languages } from './languages.ts'
import { SyntaxParser } from './syntax-parser.ts'

const BROKEN = 'cut at line ends instead of by syntax, which has too many errors'

/** Loads the parser and gives what cuts code by its syntax, Markdown by its headings, and the rest at line ends. */
export async function loadCodeCutter(): Promise<CutDocument> {
  const parser = await SyntaxParser.load()
  return (document, config, note) => {
    const { path } = document
    const language = path === undefined ? undefined : languageOf(path)
    if (language === undefined)
      return path !== undefined && isMarkdown(path) ? cutAtHeadings(document, config) : cutAtLines(document, config)
    const chunks = cutCode(parser, language, document, config)
    if (chunks !== undefined) return chunks
    note?.(BROKEN)
    return cutAtLines(document, config)
  }
}

function cutCode(
  parser: SyntaxParser,
  name: LanguageName,
  document: Document,
  config: ChunkingConfig,
): Chunk[] | undefined {
  const numbered = numberLines(document.text)
  const text = numbered.lines.join('\n')
  const pieces = parser.withTree(name, text, (root) =>
    codePieces(root, { text, numbered, language: languages[name], config }, titleOf(document)),
  )
  return pieces?.flatMap(({ units, headings }) =>
    packUnits(numbered, units, config).map((span) => makeChunk(document, span, headings)),
  )
}
