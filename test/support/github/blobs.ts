import type { Seen } from './stand-in.ts'
import type { Answer, State } from './state.ts'

/** Answers the storage behind the services of artifacts and of caches: blocks, then the list that orders them, then the whole. */
export function answerBlob(state: State, { method, path, query, headers, body }: Seen): Answer {
  if (query.get('sig') !== 'secret') return { status: 403 }
  if (headers.authorization !== undefined) return { status: 400 } // a token of GitHub's must not come here
  const artifact =
    state.artifacts.find(({ id }) => path === `/storage/artifact/${id}`) ??
    state.caches.find(({ id }) => path === `/storage/cache/${id}`)
  if (artifact === undefined) return { status: 404 }
  if (method === 'GET') return { status: 200, headers: { 'content-type': 'application/zip' }, body: artifact.content }
  if (query.get('comp') === 'block') {
    artifact.blocks.set(query.get('blockid') ?? '', body)
    return { status: 201 }
  }
  if (query.get('comp') === 'blocklist') {
    const ids = [...body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g)].map((match) => match[1] ?? '')
    artifact.content = Buffer.concat(ids.map((id) => artifact.blocks.get(id) ?? Buffer.alloc(0)))
    return { status: 201 }
  }
  artifact.content = body // a small blob is put at once
  return { status: 201 }
}
