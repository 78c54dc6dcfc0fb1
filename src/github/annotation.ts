import { visibleText } from '../reports/visible-text.ts'
import { harmlessLog } from './harmless-log.ts'
import type { Place } from './log.ts'

/** A sentence on a line of a file. */
export interface Annotation {
  readonly message: string
  readonly place: Place
}

/** GitHub shows ten annotations of a kind for a step; one is left for the verdict. */
export const MOST_ANNOTATIONS = 9

/** Text of users in an annotation: one line of what a person would see, and nothing that the runner takes for a command. */
export function plainText(text: string, maxCharacters = 200): string {
  return harmlessLog(visibleText(text, maxCharacters))
}
