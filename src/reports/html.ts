import { visibleText } from './visible-text.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to print as it is; everything else that goes into a template is escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** A template whose values are escaped unless they are `Html`; lists are joined, `false` and `null` print nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + print(parts[index - 1]) + string))
}

/** The program's own sentences, in which backticks mark code. */
export function htmlProse(text: string): Html {
  return html`${text.split(/`([^`]+)`/u).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function print(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (isList(part)) return part.map(print).join('')
  return spaced(String(part)).replace(/[&<>"']/gu, (character) => ENTITIES[character]!)
}

function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part)
}

const LONGEST = 1000

/** Spaces at the ends stay, since they part a text from its neighbours. */
function spaced(text: string): string {
  const visible = visibleText(text, LONGEST)
  if (visible === '') return text === '' ? '' : ' '
  return `${/^\s/u.test(text) ? ' ' : ''}${visible}${/\s$/u.test(text) ? ' ' : ''}`
}
