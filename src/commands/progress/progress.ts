/** What somebody who waits is told, on stderr. */
export interface Progress {
  show(what: string, done: number, total: number): void
  /** A model is asked again in so many milliseconds. */
  pausing(why: string, milliseconds: number): void
  clear(): void
}

/** `waiting 4 s: 429 from api.openai.com` */
export function pauseText(why: string, milliseconds: number): string {
  return `waiting ${Math.max(1, Math.round(milliseconds / 1000))} s: ${why}`
}
