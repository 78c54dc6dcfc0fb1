import { resolve } from 'node:path'
import { namedStrategy } from '../config/named-strategy.ts'
import { DocumentRepositories } from '../document-repositories.ts'
import { UserError } from '../errors.ts'
import { givenConfig } from '../given-config.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import type { Hit, Question, Ranking } from '../model.ts'
import { count } from '../numbers.ts'
import { modelFolder, openRecorder } from '../open-recorder.ts'
import type { Ports } from '../ports.ts'
import { orderHits } from '../retrieval/order-hits.ts'
import { servicesOf } from '../services-of.ts'
import { throwIfNotWhole } from '../settle-models.ts'
import { buildStrategies } from '../strategies/build-strategies.ts'
import { strategyTypes } from '../strategies/registry.ts'
import type { Retriever } from '../strategies/strategy.ts'
import { withParts } from '../strategies/with-parts.ts'
import type { Progress } from './progress/progress.ts'
import { progressLine } from './progress-line.ts'
import { type FoundHit, foundHitText } from './search/found-hit.ts'

/** The flags of `search`. */
export interface SearchFlags {
  readonly config?: string
  readonly strategy?: string
  /** How many hits. */
  readonly k: number
  readonly explain?: boolean
  readonly json?: boolean
  /** No model is called. */
  readonly offline?: boolean
}

/** What a strategy would return for the given words: hits with scores, places and a line of text. */
export async function search(words: string, flags: SearchFlags, ports: Ports): Promise<number> {
  const progress = progressLine(ports, { json: flags.json })
  try {
    const text = await find(words, flags, ports, progress)
    progress.clear()
    ports.stdout(text)
  } finally {
    progress.clear()
  }
  return 0
}

async function find(
  words: string,
  flags: SearchFlags,
  ports: Ports,
  { show: progress, pausing }: Progress,
): Promise<string> {
  if (words.trim() === '') throw new UserError({ what: 'there is nothing to search for', hint: 'name some words' })
  const { config, root, file: configFile } = await givenConfig(flags.config, ports.cwd)
  const name = namedStrategy(config, flags.strategy)
  const { signal } = ports
  const outputFolder = resolve(root, config.output)
  const { chunks, documents } = await new DocumentRepositories(ports).within(config.documents, root, (place) =>
    loadKnowledge({
      ...config,
      root: place.root,
      outputFolder,
      modelFolder: modelFolder(config, root),
      signal,
      progress,
    }),
  )
  const recorder = openRecorder(config, { root, offline: flags.offline, pausing, progress }, ports)
  const services = servicesOf({ config, configFile, root, recorder }, ports)
  const options = { types: strategyTypes, chunks, documents, services, baseDirectory: root, signal, progress }
  const built = await buildStrategies(withParts(config.strategies, strategyTypes, name), options)
  try {
    const { retriever } = built.get(name)!
    const ranking = await retriever.retrieve(questionOf(words), flags.k, signal)
    const hits = orderHits(ranking.hits).slice(0, flags.k)
    const kept = aboveMinScore({ ...ranking, hits }, config.strategies[name]!.minScore)
    const found = await Promise.all(kept.map((hit) => explained(hit, retriever, words, flags, signal)))
    throwIfNotWhole(recorder)
    return flags.json ? json(name, words, found) : text(name, found, hits.length - kept.length)
  } finally {
    for (const { retriever } of built.values()) await retriever.close?.()
    await recorder.tidy()
  }
}

function questionOf(words: string): Question {
  return { id: 'search', text: words }
}

/** What a run would keep: the same cut as in judging. */
function aboveMinScore({ hits, confidence }: Ranking, minScore: number | undefined): readonly Hit[] {
  if (minScore === undefined) return hits
  if (confidence !== undefined) return confidence < minScore ? [] : hits
  return hits.filter(({ score }) => score >= minScore)
}

async function explained(
  hit: Hit,
  retriever: Retriever,
  words: string,
  { explain }: SearchFlags,
  signal: AbortSignal,
): Promise<FoundHit> {
  const explanation = explain ? await retriever.explain?.(questionOf(words), hit, signal) : undefined
  return explanation === undefined ? { hit } : { hit, explanation }
}

function json(strategy: string, query: string, found: readonly FoundHit[]): string {
  const hits = found.map(({ hit, explanation }) =>
    explanation === undefined ? hit : { ...hit, text: hit.text, explanation },
  )
  return `${JSON.stringify({ strategy, query, hits }, null, 2)}\n`
}

function text(strategy: string, found: readonly FoundHit[], cut: number): string {
  const lines = found.map((one, index) => foundHitText(one, index + 1)).join('')
  const left = cut === 0 ? '' : `${count(cut, 'hit')} below the minScore of ${strategy} left out\n`
  return found.length + cut === 0 ? `${strategy} finds nothing\n` : lines + left
}
