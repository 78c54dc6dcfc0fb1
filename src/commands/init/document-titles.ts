import { isMarkdown } from '../../knowledge/heading/is-markdown.ts'
import { parseMarkdown } from '../../knowledge/heading/parse-markdown.ts'
import type { Document } from '../../model.ts'
import type { Found } from './find-documents.ts'

const LONGEST = 120

/** What many documents are called: a question with nothing else in it could mean any of them. */
const ANY = new Set(
  `about|added|api|authors|background|basic usage|basics|changed|changelog|common|constants|contents|contributing|contributors|credits|
documentation|docs|example|examples|faq|features|fixed|get started|getting started|guide|guides|help|helpers|home|how it works|
how to|how to use|index|init|install|installation|installing|intro|introduction|licence|license|main|misc|mod|module|motivation|
notes|overview|prerequisites|quick start|quickstart|readme|reference|release notes|removed|requirements|resources|roadmap|see also|
setup|start here|summary|support|table of contents|test|tests|toc|tutorial|tutorials|types|unreleased|usage|util|utils|welcome|
what is this|why`
    .replaceAll('\n', '')
    .split('|'),
)

const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n(?:.*\n)*?\1[ \t]*(?:\n|$)/

/** What a document can be asked for by, the best first: its headings, else what its name or its first line says. */
export function documentTitles({ id, text }: Pick<Document, 'id' | 'text'>, by: Found['by']): string[] {
  const titles = by === 'code' ? [] : isMarkdown(id) ? headings(text) : [firstLine(text)]
  const own = titles.length === 0 && by !== 'code' ? [firstLine(text)] : titles
  return [...own, ...wordsOf(id)].map((title) => title.slice(0, LONGEST).trim()).filter(saysSomething)
}

function saysSomething(title: string): boolean {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  // A version or a date is no subject.
  return /\p{L}{2}/u.test(words) && !ANY.has(words)
}

/** The headings of a Markdown text without images and badges, in their order. */
function headings(text: string): string[] {
  const blocks = parseMarkdown(withoutImages(text.replaceAll('\r\n', '\n')))
  return blocks.flatMap(({ title = '' }) => (title === '' ? [] : [title.replaceAll(/\s+/g, ' ')]))
}

/** The first sentence of the first line with words in it. */
function firstLine(text: string): string {
  const lines = withoutImages(text.replaceAll('\r\n', '\n').replace(FRONT_MATTER, '')).split('\n')
  const plain = lines.map((line) => line.replaceAll(/<[^>]*>|^#+\s+|^\.\. .*|^:.*/g, ' ').trim())
  const line = (plain.find((line) => /\p{L}/u.test(line)) ?? '').replaceAll(/\s+/g, ' ')
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}

/** Without images, and without links around nothing else, as badges are. */
function withoutImages(text: string): string {
  return text
    .replaceAll(/!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, '')
    .replaceAll(/\[\s*\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, '')
    .replaceAll(/<img\b[^>\n]*>/gi, '')
}

/** `src/walk-folder.ts` as people would say it: "walk folder"; after it the same with its folder. */
function wordsOf(path: string): string[] {
  const [name, folder] = path
    .replace(/\.\w+$/, '')
    .split('/')
    .reverse()
  const own = worded(name!)
  return folder === undefined ? [own] : [own, `${worded(folder)} ${own}`]
}

function worded(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{N}]+/u)
  return words.join(' ').trim().toLowerCase()
}
