import { z } from 'zod'
import { runOfToken } from './runtime-token.ts'
import type { Seen } from './stand-in.ts'
import type { Answer, Artifact, State } from './state.ts'

const SERVICE = '/twirp/github.actions.results.api.v1.ArtifactService/'

const ids = { workflow_run_backend_id: z.string(), workflow_job_run_backend_id: z.string() }
const create = z.object({ ...ids, name: z.string(), version: z.literal(7), expires_at: z.string().optional() })
const finalize = z.object({ ...ids, name: z.string(), size: z.string(), hash: z.string().optional() })
const named = z.object({ ...ids, name: z.string() })
const list = z.object({ ...ids, name_filter: z.string().optional(), id_filter: z.string().optional() })

/** Answers the artifact service's calls: snake_case JSON, 64-bit integers as strings. */
export function answerTwirp(state: State, { path, body, headers }: Seen): Answer {
  const runId = runOfToken(headers.authorization)
  if (runId === null) return failure(401, 'unauthenticated', 'invalid token')
  const request: unknown = JSON.parse(body.toString())
  const own = state.artifacts.filter((artifact) => artifact.runId === runId)
  switch (path.slice(SERVICE.length)) {
    case 'CreateArtifact':
      return createArtifact(state, own, runId, create.parse(request))
    case 'FinalizeArtifact':
      return finalizeArtifact(own, finalize.parse(request))
    case 'ListArtifacts':
      return listArtifacts(own, list.parse(request))
    case 'DeleteArtifact':
      return deleteArtifact(state, own, named.parse(request))
    default:
      return failure(404, 'bad_route', `no handler for ${path}`)
  }
}

function createArtifact(
  state: State,
  own: readonly Artifact[],
  runId: number,
  request: z.infer<typeof create>,
): Answer {
  if (own.some(({ name }) => name === request.name)) {
    return failure(409, 'already_exists', 'an artifact with this name already exists on the workflow run')
  }
  const { name, expires_at: expiresAt = null } = request
  const { id } = state.addArtifact({ runId, name, finalized: false, expiresAt })
  return { status: 200, body: { ok: true, signed_upload_url: `${state.url()}/storage/artifact/${id}?sig=secret` } }
}

function finalizeArtifact(own: readonly Artifact[], request: z.infer<typeof finalize>): Answer {
  const artifact = own.find(({ name }) => name === request.name)
  if (artifact === undefined) return failure(404, 'not_found', 'no such artifact')
  if (Number(request.size) !== artifact.content.length) return failure(400, 'invalid_argument', 'size does not match')
  artifact.finalized = true
  artifact.digest = request.hash ?? null
  return { status: 200, body: { ok: true, artifact_id: String(artifact.id) } }
}

function listArtifacts(own: readonly Artifact[], request: z.infer<typeof list>): Answer {
  const found = own.filter(({ name }) => name === (request.name_filter ?? name))
  const artifacts = found.map(({ id, name, content }) => ({
    workflow_run_backend_id: request.workflow_run_backend_id,
    workflow_job_run_backend_id: request.workflow_job_run_backend_id,
    database_id: String(id),
    name,
    size: String(content.length),
  }))
  return { status: 200, body: { artifacts } }
}

function deleteArtifact(state: State, own: readonly Artifact[], request: z.infer<typeof named>): Answer {
  const artifact = own.find(({ name }) => name === request.name)
  if (artifact === undefined) return failure(404, 'not_found', 'no such artifact')
  state.artifacts.splice(state.artifacts.indexOf(artifact), 1)
  return { status: 200, body: { ok: true, artifact_id: String(artifact.id) } }
}

function failure(status: number, code: string, msg: string): Answer {
  return { status, body: { code, msg } }
}
