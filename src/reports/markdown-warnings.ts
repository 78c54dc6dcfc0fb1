import { markdownProse } from './markdown-text.ts'
import type { Outcome } from './report.ts'

/** What the run warned about as a list, the first `most` of it; nothing where there was nothing. */
export function markdownWarnings({ report: { warnings } }: Outcome, most: number): string {
  const left = warnings.length - most
  const shown = warnings.slice(0, most).map((warning) => `- ${markdownProse(warning)}`)
  return [...shown, ...(left > 0 && most > 0 ? [`- ${left} more in the report files.`] : [])].join('\n')
}
