import { go } from './languages/go.ts'
import { java } from './languages/java.ts'
import { javascript } from './languages/javascript.ts'
import type { CodeLanguage } from './languages/language.ts'
import { python } from './languages/python.ts'
import { rust } from './languages/rust.ts'

/** Every language with a grammar, as cutting sees it. TypeScript's node types hold those of JavaScript. */
export const languages = {
  typescript: javascript,
  tsx: javascript,
  javascript,
  python,
  go,
  rust,
  java,
} satisfies Record<string, CodeLanguage>

export type LanguageName = keyof typeof languages
