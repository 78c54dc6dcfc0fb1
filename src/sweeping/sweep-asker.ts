import { askedSide } from '../asked-side.ts'
import type { Config } from '../config/config.ts'
import { redacted } from '../evaluate.ts'
import { collapses } from '../judging/judge.ts'
import type { Services } from '../models/services.ts'
import type { Ports } from '../ports.ts'
import type { PreparedSide } from '../prepare-side.ts'
import { concurrencyOf } from '../retrieval/evaluate-strategies.ts'
import { measuredTexts } from '../retrieval/measured-texts.ts'
import { retrieveRun } from '../retrieval/retrieve-run.ts'
import { buildStrategies } from '../strategies/build-strategies.ts'
import { withParts } from '../strategies/with-parts.ts'
import type { Asker } from '../sweep/race.ts'
import { type ScoreOptions, scoreQuestions } from '../sweep/score-questions.ts'
import { StrategyPool } from '../sweep/strategy-pool.ts'
import type { TriedSetting } from './sweep-settings.ts'

export interface AskOptions extends Omit<ScoreOptions, 'minScore'> {
  readonly strategy: string
  readonly ports: Ports
}

/**
 * Builds settings of one knowledge base and asks them. What several of them have in common is built once, and closed when
 * none that is still to come needs it.
 */
export class SweepAsker {
  readonly #side: PreparedSide
  readonly #options: AskOptions
  readonly #pool = new StrategyPool()
  /** Models are loaded once for all settings that have the same. */
  readonly #services = new Map<string, Services>()
  readonly #toCome: Set<TriedSetting>

  constructor(side: PreparedSide, settings: readonly TriedSetting[], options: AskOptions) {
    this.#side = side
    this.#options = options
    this.#toCome = new Set(settings)
  }

  /** Builds a setting. `kept` are settings that will be asked again. */
  async open(setting: TriedSetting, kept: readonly TriedSetting[]): Promise<Asker> {
    this.#toCome.delete(setting)
    const needed = [setting, ...kept, ...this.#toCome]
    await this.#pool.keepOnly(new Set(needed.flatMap(({ fingerprints }) => [...fingerprints.values()])))
    const { strategy, ports } = this.#options
    const side = { ...this.#side, config: setting.config }
    const { types, services, ...asked } = askedSide(side, ports)
    const built = await buildStrategies(withParts(setting.config.strategies, types, strategy), {
      ...asked,
      types: this.#pool.types(types, setting.fingerprints),
      // A fingerprint says nothing of the chunks that another strategy makes.
      typesOver: types,
      services: this.#shared(setting.config, services),
    })
    const { retriever, external, pace } = built.get(strategy)!
    const { minScore = null } = setting.config.strategies[strategy]!
    const { signal } = ports
    const { depth } = this.#options
    const how = { depth, concurrency: concurrencyOf(external, pace), oneByOne: external, signal, progress() {} }
    return {
      ask: async (queries) => {
        const requests = queries.map(({ id, text, judgments }) => ({
          question: { id, text },
          distinctDocuments: collapses(judgments),
        }))
        const run = redacted(await retrieveRun(retriever, requests, how), ports)
        return scoreQuestions(queries, external ? measuredTexts(run) : run, { ...this.#options, minScore })
      },
    }
  }

  close(): Promise<void> {
    return this.#pool.keepOnly(new Set())
  }

  #shared({ embedders, rerankers, chats }: Config, services: Services): Services {
    const key = JSON.stringify([embedders, rerankers, chats])
    const known = this.#services.get(key) ?? services
    this.#services.set(key, known)
    return known
  }
}
