import { z } from 'zod'
import type { Engine, EngineAnswer } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { guardHeaders } from '../engine/guard-headers.ts'
import { questionVectors } from '../engine/question-vectors.ts'
import { hitReader } from '../engine/read-hits.ts'
import { SecretKeeper } from '../engine/secret-keeper.ts'
import { indexedHits } from '../loading/indexed-hits.ts'
import { loadIndex } from '../loading/load-index.ts'
import type { BuildContext } from '../strategy.ts'
import { ChromaApi, type Collection, parsed } from './chroma-api.ts'
import { chromaPlace } from './place.ts'
import type { ChromaSettings } from './settings.ts'

const answer = z.object({
  ids: z.array(z.array(z.string())).length(1),
  distances: z.array(z.array(z.number().nullable())).nullish(),
  documents: z.array(z.array(z.string().nullable())).nullish(),
  metadatas: z.array(z.array(z.record(z.string(), z.unknown()).nullable())).nullish(),
})

/** Chroma as an engine, the knowledge base loaded into it where the settings ask for that. Throws `UserError`. */
export async function chromaEngine(settings: ChromaSettings, context: BuildContext): Promise<Engine> {
  const keeper = new SecretKeeper(context)
  guardHeaders(settings.headers, keeper, context)
  const api = new ChromaApi(settings, keeper, context)
  const index =
    settings.index === undefined ? undefined : await loadIndex(chromaPlace(settings.index, settings, api), context)
  const vectorOf = index?.vectorOf ?? questionVectors(settings.embedder, context)
  const readHits = hitReader(settings.hits)
  const name = index?.name ?? settings.collection!
  const filters = {
    ...(settings.where === undefined ? {} : { where: settings.where }),
    ...(settings.whereDocument === undefined ? {} : { where_document: settings.whereDocument }),
    include: index === undefined ? ['distances', 'documents', 'metadatas'] : ['distances'],
  }
  let collection: Collection | undefined

  return {
    async ask(question, k, signal): Promise<EngineAnswer> {
      const vector = await vectorOf(question.text, signal)
      collection ??= await api.collection(name, signal).catch((error) => missing(error, index !== undefined))
      const body = { query_embeddings: [Array.from(vector)], n_results: k, ...filters }
      const found = await api.call('POST', `collections/${collection.id}/query`, body, signal)
      const hits = readHits(rowsOf(parsed(answer, found), spaceOf(collection)))
      return { hits: index === undefined ? hits : indexedHits(hits, index.chunks) }
    },
    async close() {
      await index?.close()
    },
  }
}

/** What was loaded may be away for a moment, while another run finds out that it is in use and must stay. */
function missing(error: unknown, isLoaded: boolean): never {
  if (isLoaded && error instanceof EngineFailure) {
    throw new EngineFailure(error.message, { ...error, passing: true, cause: error })
  }
  throw error
}

function spaceOf({ configuration_json: written }: Collection): string {
  return written?.hnsw?.space ?? written?.spann?.space ?? 'l2'
}

/** Chroma answers with columns of distances; hits have scores, of which higher ones are better. */
function rowsOf({ ids, distances, documents, metadatas }: z.output<typeof answer>, space: string): object[] {
  return ids[0]!.map((id, at) => {
    const distance = distances?.[0]?.[at]
    const score = distance === undefined || distance === null ? undefined : space === 'l2' ? -distance : 1 - distance
    const [text, metadata] = [documents?.[0]?.[at], metadatas?.[0]?.[at]]
    return { id, score, distance, ...(text === null ? {} : { text }), ...(metadata === null ? {} : { metadata }) }
  })
}
