import { reports } from './registry.ts'
import type { Outcome, Report, ReportOptions } from './report.ts'

/** Every report of the registry: relative path -> text. */
export async function renderReports(outcome: Outcome, options: ReportOptions): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const report of Object.values<Report>(reports)) {
    for (const [name, text] of await report.render(outcome, options)) files.set(name, text)
  }
  return files
}
