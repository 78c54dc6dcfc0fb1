import { setTimeout } from 'node:timers/promises'
import type { ArtifactClient } from '@actions/artifact'

/** What is uploaded, and for how long it is kept: the repository's own choice without `retentionDays`. */
export interface Upload {
  readonly name: string
  readonly directory: string
  /** Absolute paths of files inside `directory`. */
  readonly files: readonly string[]
  readonly retentionDays?: number | undefined
}

type Client = Pick<ArtifactClient, 'uploadArtifact' | 'deleteArtifact'>

/** The client repeats what fails for many minutes; nobody's pull request waits that long for a report. */
const DEADLINE = 180_000

/**
 * Uploads files as an artifact of this run and returns its id. A name is taken once in a run, also by an earlier attempt:
 * then that artifact is deleted first, as the service replaces none.
 * @throws Error where the service refuses, or has not taken the report after three minutes
 */
export async function uploadReport(upload: Upload, client?: Client, milliseconds = DEADLINE): Promise<number | null> {
  const { DefaultArtifactClient } = await import('@actions/artifact')
  const late = new AbortController()
  const deadline = setTimeout(milliseconds, undefined, { signal: late.signal }).then(() => {
    throw new Error(`the artifact service has not taken it after ${milliseconds / 1000} s`)
  })
  try {
    return await Promise.race([replace(upload, client ?? new DefaultArtifactClient()), deadline])
  } finally {
    deadline.catch(() => {})
    late.abort()
  }
}

async function replace(upload: Upload, artifacts: Client): Promise<number | null> {
  const { name, directory, files, retentionDays } = upload
  const options = retentionDays === undefined ? {} : { retentionDays }
  const send = async () => (await artifacts.uploadArtifact(name, [...files], directory, options)).id ?? null
  try {
    return await send()
  } catch (error) {
    if (!isTaken(error)) throw error
    await artifacts.deleteArtifact(name)
    return send()
  }
}

/** The client hands the status on in its message alone. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && /\(409\)|already exists/i.test(error.message)
}
