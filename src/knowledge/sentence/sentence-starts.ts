/*
 * Own rules instead of `Intl.Segmenter`: its answers depend on the version of Unicode that a Node was built with, and it is
 * hundreds of times slower.
 */

/** What ends a sentence, with closing quotes and brackets, before white space; a small letter after it carries it on. */
const STOP = String.raw`(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s+[^\s\p{Ll}])`
/** Full stops of scripts without spaces, with what closes after them. */
const WIDE_STOP = '[。！？｡]+[」』”’）】]*'
/** A blank line, and a line end before what begins a Markdown block. */
const BREAK = String.raw`\n(?=[ \t]*\n)|\n(?=[ \t]*(?:[#>|]|[-*+] |\d{1,3}[.)] |${'```'}))|\n(?<=^[ \t]*#.*\n)`
const END = new RegExp(`${STOP}|${WIDE_STOP}|${BREAK}`, 'gmu')
/** Their full stop is none, nor is that of an initial. */
const SHORT = /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|cf|No|Fig|Eq|Vol|pp?|al)\.$/u

/**
 * The offsets (UTF-16 code units, ascending, the first 0) at which the sentences of a text begin. White space belongs to
 * the sentence before it.
 */
export function sentenceStarts(text: string): number[] {
  const starts = [0]
  for (const { 0: stop, index } of text.matchAll(END)) {
    const end = index + stop.length
    if (stop === '.' && SHORT.test(text.slice(Math.max(starts.at(-1)!, end - 8), end))) continue
    const next = skipSpace(text, end)
    if (next > starts.at(-1)! && next < text.length) starts.push(next)
  }
  return starts
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at]!)) at++
  return at
}
