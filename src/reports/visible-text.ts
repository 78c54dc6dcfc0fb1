/**
 * C0 and C1 controls, lone surrogates, direction marks, overrides and isolates, invisible joiners and tag characters:
 * nothing a reader could see, everything that could make a line read differently from what it says.
 */
const UNSEEN =
  /[\p{Cc}\p{Surrogate}\u061C\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu

/** One line of what a person would see: spaces and line breaks become one space, characters without a shape U+FFFD. */
export function visibleText(text: string, maxCharacters = 300): string {
  const line = text
    .slice(0, 4 * maxCharacters)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(UNSEEN, '\uFFFD')
  const characters = [...line]
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`
}
