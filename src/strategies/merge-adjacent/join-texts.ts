import type { PlacedHit } from './neighbourhood.ts'

/** So much of two texts is searched for what they share inside a line, in UTF-16 code units. */
const LONGEST_SHARED = 20_000

/** The text of a stretch of hits, in the order of their document, what they share only once; undefined where one has none. */
export function joinTexts(hits: readonly PlacedHit[]): string | undefined {
  const [first, ...others] = hits
  let text = first?.text
  let end = first?.endLine ?? 0
  for (const hit of others) {
    if (text === undefined || hit.text === undefined) return undefined
    text = append(text, hit.text, hit.startLine - end, hit.endLine <= end)
    end = Math.max(end, hit.endLine)
  }
  return text
}

/** `step` is how far the second begins below the line that the first ends in; 0 and less where they share lines. */
function append(text: string, next: string, step: number, isWithin: boolean): string {
  if (step > 0) return text + '\n'.repeat(step) + next
  if (isWithin && text.includes(next)) return text
  const shared = sharedLines(text, next, 1 - step) ?? sharedEnd(text, next)
  return shared > 0 ? text + next.slice(shared) : `${text} ${next}`
}

/** The length of the next text's first `count` lines where those are the last of the text before; else undefined. */
function sharedLines(text: string, next: string, count: number): number | undefined {
  const lines = next.split('\n').slice(0, count).join('\n')
  return text === lines || text.endsWith(`\n${lines}`) ? lines.length : undefined
}

/** Where lines are cut inside, a text may begin with any end of the one before: the longest. */
function sharedEnd(text: string, next: string): number {
  for (let length = Math.min(text.length, next.length, LONGEST_SHARED); length > 0; length--) {
    if (text.endsWith(next.slice(0, length))) return length
  }
  return 0
}
