import type { Outcome } from '../reports/report.ts'

/** What became known after the evaluation; empty where it did not come to be. */
export interface Published {
  readonly artifactId: number | null
  readonly artifactUrl: string | null
  readonly commentUrl: string | null
}

/** All outputs of a job together may take 1 MiB; this is for the one that can grow. */
const QUERIES_BYTES = 100_000

/** The Action's outputs: name -> text, the empty text where there is none. */
export function outputsOf(outcome: Outcome, reportPath: string, published: Published): Record<string, string> {
  const { verdict } = outcome
  return {
    verdict: verdict.status,
    delta: text(verdict.deciding?.change ?? null),
    'failing-queries': boundedArray(verdict.broke, QUERIES_BYTES),
    'report-path': reportPath,
    'artifact-id': text(published.artifactId),
    'artifact-url': published.artifactUrl ?? '',
    'comment-url': published.commentUrl ?? '',
  }
}

/** A JSON array of as many of the first texts as fit, always a whole one. */
function boundedArray(texts: readonly string[], bytes: number): string {
  let room = bytes - '[]'.length
  const kept = texts.filter((id) => {
    room -= Buffer.byteLength(JSON.stringify(id)) + ','.length
    return room >= 0
  })
  return JSON.stringify(kept)
}

function text(value: number | null): string {
  return value === null ? '' : String(value)
}

/** The outputs of a job that passed without an evaluation. */
export function nothingEvaluated(): Record<string, string> {
  return {
    verdict: 'pass',
    delta: '',
    'failing-queries': '[]',
    'report-path': '',
    'artifact-id': '',
    'artifact-url': '',
    'comment-url': '',
  }
}
