import type { Embedder } from '../../src/models/embedder.ts'
import type { BuildContext } from '../../src/strategies/strategy.ts'

/** What an engine is built with in a benchmark: these documents and pieces, this embedder, and nothing else. */
export function bareContext(
  given: Pick<BuildContext, 'name' | 'documents' | 'chunks' | 'signal'> & {
    readonly embedder: Embedder
    /** Of the database. */
    readonly url: string
  },
): BuildContext {
  const { embedder, url, ...rest } = given
  const refused = async (): Promise<never> => {
    throw new Error('this is not for a benchmark')
  }
  return {
    ...rest,
    embedder: async () => embedder,
    reranker: refused,
    chat: refused,
    part: refused,
    partOver: refused,
    partChunks: async () => null,
    secret: () => url,
    fetch,
    notice: console.log,
    baseDirectory: '.',
    progress: () => {},
  }
}
