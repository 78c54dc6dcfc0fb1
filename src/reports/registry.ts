import { comment } from './comment.ts'
import { exports } from './exports.ts'
import { htmlReport } from './html-report.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import type { Report } from './report.ts'
import { summary } from './summary.ts'

/** Every kind of report by the name a user writes; a new one is a file and a line here. */
export const reports = {
  comment,
  summary,
  json,
  html: htmlReport,
  junit,
  exports,
} satisfies Record<string, Report>
