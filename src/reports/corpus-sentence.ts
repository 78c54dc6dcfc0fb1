import { count } from '../numbers.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { sourceName } from './source-name.ts'

/** What was searched, what was skipped, and what was asked. */
export function corpusSentence({ report }: Outcome): string {
  const { corpus, evalSet } = report
  const skipped = Object.entries(corpus.skipped)
    .filter(([, number]) => number > 0)
    .map(([reason, number]) => `${number} ${reason}`)
  const files = skipped.length === 0 ? 'no file was skipped' : `skipped: ${skipped.join(', ')}`
  const questions = `${count(evalSet.queries, 'question')} from ${quoted(evalSet.path)} (${evalSet.format})`
  const from = corpus.source === undefined ? '' : ` from ${sourceName(corpus.source)}`
  return `${count(corpus.documents, 'document')}${from}, ${files}; ${questions}.`
}
