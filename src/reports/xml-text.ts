import { visibleText } from './visible-text.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** User-supplied text for an XML 1.0 attribute or element: one line, only characters that XML allows. */
export function xmlText(text: string, maxCharacters?: number): string {
  return visibleText(text, maxCharacters)
    .replace(/[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"']/gu, (character) => ENTITIES[character]!)
}
