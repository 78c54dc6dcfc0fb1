import { FENCE, withoutPreamble } from './without-preamble.ts'

/** What stands before an item: a bullet, or a number with or without a word for what is numbered. */
const MARK = /^(?:[-*•–+]\s+|\(?\d{1,2}[.):]\s+|\d{1,2}[、．]\s*|\**(?:Q|Question|Query)\s*\d{0,2}\s*[.:)]\**\s+)/iu
const QUOTES = /^(["'“„«`])(.*)["'”“»`],?$/u
const BOLD = /^\*\*(.*)\*\*$/u
/** An only line that declines; other languages are taken at their word. */
const REFUSAL =
  /^(?:(?:i['’]?m|i am) sorry,? but|sorry, (?:but )?i|as an ai\b|i (?:can ?not|can['’]t|am unable to) (?:help|assist|answer|provide|generate|create|write|fulfill?|comply)\b)/iu

/**
 * The items of a list that a model has written, each once, without bullets, numbers and quotes, whichever way the model wrote
 * it: a line each, in a block of code, as JSON, or between sentences to the reader. Empty for a refusal.
 */
export function listedLines(text: string): string[] {
  const body = withoutPreamble(text)
  const items = jsonItems(body) ?? markedItems(body.split(/\r?\n/).filter(isItem))
  const plain = items.map(bare).filter((line) => /[\p{L}\p{N}]/u.test(line))
  return plain.length === 1 && REFUSAL.test(plain[0]!) ? [] : [...new Set(plain)]
}

function isItem(line: string): boolean {
  return line.trim() !== '' && !FENCE.test(line) && !/^\s*#{1,6}\s/.test(line)
}

/** Where several lines are marked as items, the others are talk around them; else all but an announcement are items. */
function markedItems(lines: readonly string[]): readonly string[] {
  const marked = lines.filter((line) => MARK.test(line.trim()))
  if (marked.length > 1) return marked
  return lines.length > 1 && /[:：]\**\s*$/u.test(lines[0]!) ? lines.slice(1) : lines
}

function bare(item: string): string {
  return item
    .trim()
    .replace(MARK, '')
    .trim()
    .replace(BOLD, '$1')
    .replace(MARK, '')
    .replace(QUOTES, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The strings of a list in JSON, or the first of each of its objects; null where there is no such list. */
function jsonItems(text: string): string[] | null {
  const [start, end] = [text.indexOf('['), text.lastIndexOf(']')]
  if (start === -1 || end < start || !/^[[{]/.test(unfencedStart(text))) return null
  try {
    const list: unknown = JSON.parse(text.slice(start, end + 1))
    return Array.isArray(list) ? list.flatMap(firstString) : null
  } catch {
    return null
  }
}

function unfencedStart(text: string): string {
  return text.split(/\r?\n/).find(isItem)?.trim() ?? ''
}

function firstString(value: unknown): string[] {
  const values: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  return values.filter((one) => typeof one === 'string').slice(0, 1)
}
