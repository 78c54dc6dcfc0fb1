import { parseBaseline } from '../baseline/read-baseline.ts'
import { UserError } from '../errors.ts'
import type { Links, Outcome } from '../reports/report.ts'
import { outcomeSchema } from './outcome-schema.ts'

/**
 * What a run found out, read back from its `report.json`, every value of it checked: it may come from a stranger. Nothing in
 * it is taken for Markdown, HTML or an address; the reports are made anew from the data.
 * @throws UserError where it is not such a report
 */
export function readOutcome(text: string, shown: string, links: Links): Outcome {
  const report = parseBaseline(text, shown)
  const parsed = outcomeSchema.safeParse(JSON.parse(text))
  const issue = parsed.error?.issues[0]
  if (!parsed.success) {
    throw new UserError({
      where: shown,
      what: `the report is damaged at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}`,
    })
  }
  // Absent and undefined are the same in JSON, and here only for the types.
  const { comparison, verdict, baselineNote } = parsed.data as Omit<Outcome, 'report' | 'links'>
  return { report, comparison, verdict, baselineNote, links: trusted(report, links) }
}

/** Where documents are from another repository, only the report says which: no address is made of that. */
function trusted({ corpus }: Outcome['report'], links: Links): Links {
  if (corpus.source === undefined) return links
  const { repository: _, ...others } = links
  return others
}
