import { collapses } from './judging/judge.ts'
import { documentKey } from './knowledge/document-key.ts'
import type { Query } from './model.ts'
import type { Ports } from './ports.ts'
import type { PreparedSide, Side } from './prepare-side.ts'
import type { Side as AskedSide } from './retrieval/evaluate-strategies.ts'
import { servicesOf } from './services-of.ts'
import type { Memory } from './store/memory.ts'
import { strategyTypes } from './strategies/registry.ts'

/** What the strategies of a side's config are built from and asked. */
export function askedSide(side: PreparedSide, ports: Ports): AskedSide {
  const { config, warnings } = side
  const notice = (line: string) => void (warnings.includes(line) || warnings.push(line))
  return {
    types: strategyTypes,
    services: servicesOf({ ...side, notice }, ports),
    entries: side.config.strategies,
    requests: askedQueries(side).map(({ id, text, judgments }) => ({
      question: { id, text },
      distinctDocuments: collapses(judgments),
    })),
    chunks: (chunking = config.chunking) => side.knowledge.chunks(chunking),
    documents: side.knowledge.documents,
    memory: (chunking) => memoryOf(side, chunking),
    baseDirectory: side.root,
    workspace: side.workspace,
    depth: side.depth,
    progress: side.progress,
    signal: ports.signal,
    onError: thrownBy(side),
  }
}

function askedQueries({ evalSet, askedOf }: PreparedSide): readonly Query[] {
  const asked = askedOf?.(evalSet.queries.map(({ id }) => id))
  return asked === undefined ? evalSet.queries : evalSet.queries.filter(({ id }) => asked.has(id))
}

/** What strategies may remember of a side's documents. */
function memoryOf({ store, knowledge, config }: PreparedSide, chunking = config.chunking): Memory | undefined {
  if (store === undefined) return undefined
  const { by, maxTokens, overlap } = chunking
  const documents = new Map(knowledge.documents.map((document) => [document.id, document]))
  return {
    rows: (name, codec) => store.rows(`${name} of chunks ${JSON.stringify([by, maxTokens, overlap])}`, codec),
    keyOf: (id) => documentKey(documents.get(id)!),
  }
}

/** Throws what a side makes of an error of its own. */
export function thrownBy({ explain = (error) => error }: Side) {
  return (error: unknown): never => {
    throw explain(error)
  }
}
