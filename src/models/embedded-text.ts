import type { TextRole } from './raw-model.ts'

/** A text that is embedded, and what for. */
export interface EmbeddedText {
  readonly role: TextRole
  readonly text: string
}
