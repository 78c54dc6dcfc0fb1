import { createHash } from 'node:crypto'
import { MAX_REPORT_BYTES } from '../baseline/read-baseline.ts'
import type { Api } from './api.ts'
import { readZipEntry } from './read-zip-entry.ts'

/** The file of an artifact that is read; nothing else of it is. */
const REPORT = 'report.json'
const ZIP_BYTES = 64 * 1024 * 1024
const BOUNDS = { entries: 10_000, bytes: MAX_REPORT_BYTES, ratio: 200 }
const TIMEOUT = 120_000

/** An artifact that is no report: another may serve, so this stops nothing. */
export class UnusableArtifact extends Error {
  override readonly name = 'UnusableArtifact'
}

/** Where to download from, and what to check. */
export interface Download {
  readonly owner: string
  readonly repo: string
  readonly artifactId: number
  /** `sha256:...` of the zip; null where it is not known. */
  readonly digest: string | null
}

/**
 * Downloads an artifact's `report.json`, within bounds of bytes, entries, ratio and time: the artifact client
 * has none, and would unpack 300 MB from 306 kB. The content is not validated here.
 * @throws UnusableArtifact for what is no such artifact; other errors where the download itself fails
 */
export function downloadReport(api: Api, fetch: typeof globalThis.fetch, download: Download): Promise<Buffer> {
  return downloadEntry(api, fetch, download, REPORT)
}

/** The same for another file of an artifact. */
export async function downloadEntry(
  api: Api,
  fetch: typeof globalThis.fetch,
  download: Download,
  file: string,
): Promise<Buffer> {
  const zip = await fetchBounded(fetch, await location(api, download))
  const digest = `sha256:${createHash('sha256').update(zip).digest('hex')}`
  if (download.digest !== null && download.digest !== digest) throw new UnusableArtifact('its checksum does not match')
  return unpack(zip, file)
}

function unpack(zip: Buffer, file: string): Buffer {
  try {
    return readZipEntry(zip, file, BOUNDS)
  } catch (error) {
    throw new UnusableArtifact(error instanceof Error ? error.message : String(error))
  }
}

/** The signed address of the zip, good for a minute; the token is for GitHub and must not go there. */
async function location(api: Api, { owner, repo, artifactId }: Download): Promise<string> {
  const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}'
  const request = { redirect: 'manual' as const }
  const { headers } = await api.request(route, { owner, repo, artifact_id: artifactId, archive_format: 'zip', request })
  if (headers.location === undefined) throw new Error(`GitHub gave no address for artifact ${artifactId}`)
  return headers.location
}

async function fetchBounded(fetch: typeof globalThis.fetch, url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`the artifact's storage answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ZIP_BYTES) throw new UnusableArtifact(`it is larger than ${ZIP_BYTES / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
