import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/load-config.ts'
import { UserError } from '../errors.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import type { Hit, Question, Ranking } from '../model.ts'
import { count } from '../numbers.ts'
import type { Ports } from '../ports.ts'
import { registries } from '../registries.ts'
import { orderHits } from '../retrieval/order-hits.ts'
import { buildStrategies } from '../strategies/build-strategies.ts'
import { strategyTypes } from '../strategies/registry.ts'
import type { Retriever } from '../strategies/strategy.ts'
import { type FoundHit, foundHitText } from './search/found-hit.ts'

/** The flags of `search`. */
export interface SearchFlags {
  readonly config?: string
  readonly strategy?: string
  /** How many hits. */
  readonly k: number
  readonly explain?: boolean
  readonly json?: boolean
}

/** What a strategy would return for the given words: hits with scores, places and a line of text. */
export async function search(words: string, flags: SearchFlags, ports: Ports): Promise<number> {
  if (words.trim() === '') throw new UserError({ what: 'there is nothing to search for', hint: 'name some words' })
  const path = flags.config ?? 'retrieval-gate.yml'
  const config = await loadConfig(path, registries, (file) => readFile(resolve(ports.cwd, file)))
  const name = strategyName(config, flags.strategy)
  const root = dirname(resolve(ports.cwd, path))
  const { signal } = ports
  const outputFolder = resolve(root, config.output)
  const { chunks } = await loadKnowledge({ ...config, root, outputFolder, signal })
  const options = { types: strategyTypes, chunks, baseDirectory: root, signal, progress() {} }
  const built = await buildStrategies(withParts(config, name), options)
  try {
    const { retriever } = built.get(name)!
    const ranking = await retriever.retrieve(questionOf(words), flags.k, signal)
    const hits = orderHits(ranking.hits).slice(0, flags.k)
    const kept = aboveMinScore({ ...ranking, hits }, config.strategies[name]!.minScore)
    const found = await Promise.all(kept.map((hit) => explained(hit, retriever, words, flags, signal)))
    if (flags.json) ports.stdout(json(name, words, found))
    else ports.stdout(text(name, found, hits.length - kept.length))
  } finally {
    for (const { retriever } of built.values()) await retriever.close?.()
  }
  return 0
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
  const hits = found.map(({ hit, explanation }) => (explanation === undefined ? hit : { ...hit, explanation }))
  return `${JSON.stringify({ strategy, query, hits }, null, 2)}\n`
}

function text(strategy: string, found: readonly FoundHit[], cut: number): string {
  const lines = found.map((one, index) => foundHitText(one, index + 1)).join('')
  const left = cut === 0 ? '' : `${count(cut, 'hit')} below the minScore of ${strategy} left out\n`
  return found.length + cut === 0 ? `${strategy} finds nothing\n` : lines + left
}

function strategyName(config: Config, wanted: string | undefined): string {
  const name = wanted ?? config.primary ?? Object.keys(config.strategies)[0]!
  if (Object.hasOwn(config.strategies, name)) return name
  throw new UserError({
    what: 'the config has no such strategy',
    expected: Object.keys(config.strategies).join(', '),
    found: name,
    hint: 'name one of these with --strategy',
  })
}

/** The strategy and what it is made of: the others need not be built. */
function withParts(config: Config, name: string): Config['strategies'] {
  const wanted = new Set<string>()
  const add = (one: string): void => {
    if (wanted.has(one)) return
    wanted.add(one)
    const { type, settings } = config.strategies[one]!
    registries.strategies[type]!.parts(settings).forEach(add)
  }
  add(name)
  return Object.fromEntries(Object.entries(config.strategies).filter(([one]) => wanted.has(one)))
}
