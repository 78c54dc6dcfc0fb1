import type { Config } from '../../config/config.ts'
import type { Ports } from '../../ports.ts'
import { corpusOf, piecesOf } from '../../strategies/loading/pieces.ts'
import { knowledgeAt } from './knowledge-at.ts'

/** Name of a strategy -> what the pieces of this checkout are told by. Cuts the documents, and calls no model. */
export async function corporaOf(
  names: readonly string[],
  config: Config,
  root: string,
  ports: Ports,
): Promise<ReadonlyMap<string, string>> {
  const knowledge = await knowledgeAt(config, root, ports)
  const corpora = new Map<string, string>()
  for (const name of names)
    corpora.set(name, corpusOf(piecesOf(await knowledge.chunks(config.strategies[name]!.chunking))))
  return corpora
}
