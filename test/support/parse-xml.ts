/** An element of a strictly read XML document. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const TOKEN = /<\?xml[^?]*\?>|<(\/?)([\w.-]+)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/uy
const ENTITY = /&(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);/g

/** Reads what the reports may write: elements, attributes in double quotes, text and predefined entities; throws at anything else. */
export function parseXml(xml: string): XmlElement {
  if (FORBIDDEN.test(xml)) throw new Error('a character that XML forbids')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(xml)
    if (found === null) throw new Error(`no XML at ${at}: ${xml.slice(at, at + 60)}`)
    const [, closing, name, attributes, selfClosing, text] = found
    if (text !== undefined) open.at(-1)!.text += decoded(text)
    else if (name !== undefined && closing === '/') close(open, name)
    else if (name !== undefined) start(open, name, attributes ?? '', selfClosing === '/')
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('elements are left open')
  return root.children[0]!
}

function start(open: XmlElement[], name: string, source: string, isEmpty: boolean): void {
  const pairs = [...source.matchAll(/([\w.-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, decoded(value!)])
  const element = { name, attributes: Object.fromEntries(pairs) as Record<string, string>, children: [], text: '' }
  open.at(-1)!.children.push(element)
  if (!isEmpty) open.push(element)
}

function close(open: XmlElement[], name: string): void {
  if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`)
}

function decoded(text: string): string {
  if (text.replace(ENTITY, '').includes('&')) throw new Error(`a bare & in ${text}`)
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text.replace(ENTITY, (_all, entity: string) => names[entity] ?? String.fromCodePoint(code(entity)))
}

function code(entity: string): number {
  return entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
}
