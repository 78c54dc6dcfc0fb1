/** Adds Markdown to the job's summary; GitHub takes at most 1 MiB for a step. */
export async function writeSummary(markdown: string): Promise<void> {
  const { summary } = await import('@actions/core')
  await summary.addRaw(markdown).write()
}
