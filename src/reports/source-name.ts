import type { DocumentsSource } from '../baseline/report-schema.ts'
import { quoted } from './quoted.ts'

/** Another repository that documents are from, as people look it up: `octo/kb` at `abc1234` (`main`). */
export function sourceName({ repository, ref, commit, folder }: DocumentsSource): string {
  const place = folder === undefined ? repository : `${repository}/${folder}`
  const short = commit.slice(0, 7)
  return `${quoted(place)} at ${quoted(short)}${ref === undefined || ref === commit ? '' : ` (${quoted(ref)})`}`
}
