/** Which run wrote a comment, and about which commit. */
export interface RunStamp {
  readonly head: string
  readonly runId: number
  readonly attempt: number
}

const PATTERN = /^<!-- retrieval-gate run (\d+) attempt (\d+) head ([0-9a-f]+) -->\n/

/** The first line of a comment, which nobody sees. */
export function writeStamp({ head, runId, attempt }: RunStamp): string {
  return `<!-- retrieval-gate run ${runId} attempt ${attempt} head ${head} -->\n`
}

/** Reads the stamp of a comment's body; null for a comment that does not begin with one. */
export function readStamp(body: string): RunStamp | null {
  const [, runId, attempt, head] = PATTERN.exec(body.replaceAll('\r\n', '\n')) ?? []
  return head === undefined ? null : { head, runId: Number(runId), attempt: Number(attempt) }
}

/** Whether `other` was written by a later run, or a later attempt of the same one. Run ids grow with time. */
export function isNewer(other: RunStamp, than: RunStamp): boolean {
  return other.runId === than.runId ? other.attempt > than.attempt : other.runId > than.runId
}
