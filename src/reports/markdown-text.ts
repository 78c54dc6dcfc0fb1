import { visibleText } from './visible-text.ts'

/** Zero width: a reader sees nothing, GitHub sees no mention, reference, address, emoji or workflow command. */
const GAP = '&#8203;'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '|': '&#124;', $: '&#36;' }

const ACTIVE =
  /(?<mention>(?<!\w)@(?=\S)|@(?!\d{1,4}(?![\w-]|\.\w))(?=\S)|\bgh-(?=\d)|www(?=\.)|:(?=[:/]|[\w+-]+:))|(?<entity>[&<>|$])|(?<punctuation>[\\`*_[\]~]|^[-+](?=\s|$)|^[-=](?=[-=\s]*$))|(?<hash>#)|(?<number>^\d+(?=[.)](?:\s|$)))/giu

/** User-supplied text as Markdown that prints it and does nothing else, in a paragraph, a list item or a table cell. */
export function markdownText(text: string, maxCharacters?: number): string {
  return visibleText(text, maxCharacters).replace(ACTIVE, (...found) => {
    const [character] = found as [string]
    const { mention, entity, punctuation, number } = found.at(-1) as Readonly<Record<string, string | undefined>>
    if (mention !== undefined) return `${character}${GAP}`
    if (entity !== undefined) return ENTITIES[character]!
    if (punctuation !== undefined) return `\\${character}`
    return number !== undefined ? `${character}\\` : `\\#${GAP}`
  })
}

/** A path, id or setting as a code span; text that a code span or a table cell cannot hold is printed plainly. */
export function markdownCode(text: string, maxCharacters?: number): string {
  const line = visibleText(text, maxCharacters)
  return line === '' || /[`|\\]|##\[/u.test(line) ? markdownText(line) : `\`${line}\``
}

/** The program's own sentences, in which backticks mark code; safe whatever a sentence quotes. */
export function markdownProse(text: string, maxCharacters = 600): string {
  return visibleText(text, maxCharacters)
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? markdownCode(part) : spaced(part)))
    .join('')
}

/** Spaces at the seams stay: only the ends of the whole sentence are trimmed. */
function spaced(part: string): string {
  const text = markdownText(part, 600)
  return text === '' ? part : `${/^\s/u.test(part) ? ' ' : ''}${text}${/\s$/u.test(part) ? ' ' : ''}`
}

/** A link when there is an address, its label alone otherwise. `label` is Markdown already. */
export function markdownLink(label: string, address: string | undefined): string {
  return address === undefined ? label : `[${label}](${address})`
}
