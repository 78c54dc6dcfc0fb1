import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import pLimit from 'p-limit'
import type { Question, Ranking } from '../../model.ts'
import type { BuildContext, Retriever } from '../strategy.ts'
import { Circuit } from './circuit.ts'
import type { Engine } from './engine.ts'
import { EngineFailure } from './engine-failure.ts'
import { type Mapping, readMapping } from './mapping-file.ts'
import { Places } from './places.ts'
import { Rate } from './rate.ts'
import { jitterOf, retrying } from './retrying.ts'
import type { EngineSettings } from './settings.ts'
import { Tally } from './tally.ts'
import { toRanking } from './to-ranking.ts'
import { withinTime } from './within-time.ts'

const NOTHING: Mapping = new Map()

/**
 * An engine as a strategy: asked at its pace and no longer than it may take, again where a failure passes, not at all
 * once it has failed too often; its hits made those of the knowledge base, and what is odd about them said at the end.
 *
 * @throws UserError for mistakes in the mapping file
 */
export async function engineRetriever(
  engine: Engine,
  settings: EngineSettings,
  context: BuildContext,
): Promise<Retriever> {
  const { hits, timeout, retries, concurrency, warmUp } = settings
  const mapping = hits.mapping === undefined ? NOTHING : await readMapping(hits.mapping, context.baseDirectory)
  const places = new Places(await context.documents(), mapping, hits.stripPrefix, await foldersOf(context))
  const [limit, rate, circuit, tally] = [
    pLimit(concurrency),
    new Rate(settings.requestsPerSecond),
    new Circuit(settings.maxFailures),
    new Tally(),
  ]

  const ask = async (question: Question, wanted: number, signal: AbortSignal): Promise<Ranking> => {
    const k = Math.min(wanted, settings.maxHits ?? wanted)
    signal.throwIfAborted()
    circuit.check()
    const patience = { retries, timeout, jitter: jitterOf(question.id) }
    await retrying(async () => engine.open?.(signal), { ...patience, signal })
    await rate.turn(signal)
    const answer = await withinTime(timeout, signal, (inTime) => {
      let first = true
      const attempt = async () => {
        if (!first) await rate.turn(inTime)
        first = false
        return engine.ask(question, k, inTime)
      }
      return retrying(attempt, { ...patience, signal: inTime })
    })
    const { ranking, remarks } = toRanking(answer, k, hits, places)
    tally.add(question.id, k, remarks)
    return k < wanted && ranking.hits.length >= k ? { ...ranking, cutShort: true } : ranking
  }

  return {
    pace: { concurrency, warmUp },
    retrieve: (question, k, signal) =>
      limit(async () => {
        try {
          const ranking = await ask(question, k, signal)
          circuit.passed()
          return ranking
        } catch (error) {
          signal.throwIfAborted()
          const message = error instanceof Error ? error.message : String(error)
          circuit.failed(message)
          throw new EngineFailure(message, { cause: error })
        }
      }),
    async close() {
      for (const sentence of tally.sentences(context.name)) context.notice(sentence)
      await engine.close?.()
    },
  }
}

/** Where the config is: a retriever on this machine may call files by their whole paths, links resolved or not. */
async function foldersOf({ baseDirectory }: BuildContext): Promise<string[]> {
  const folder = resolve(baseDirectory)
  const real = await realpath(folder).catch(() => folder)
  return real === folder ? [folder] : [folder, real]
}
