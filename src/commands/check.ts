import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { DocumentRepositories } from '../document-repositories.ts'
import { UserError } from '../errors.ts'
import { loadEvalSet } from '../evalset/load-eval-set.ts'
import { type GivenConfig, givenConfig } from '../given-config.ts'
import { type Knowledge, loadKnowledge } from '../knowledge/load-knowledge.ts'
import type { Recorder } from '../models/recorder.ts'
import { modelFolder, openRecorder } from '../open-recorder.ts'
import type { Ports } from '../ports.ts'
import { orderHits } from '../retrieval/order-hits.ts'
import { servicesOf } from '../services-of.ts'
import { throwIfNotWhole } from '../settle-models.ts'
import { type BuiltStrategy, buildStrategies } from '../strategies/build-strategies.ts'
import { strategyTypes } from '../strategies/registry.ts'
import { withParts } from '../strategies/with-parts.ts'
import { type Answered, type Checked, checkText } from './check/check-text.ts'
import { checkedStrategies } from './check/checked-strategies.ts'
import { progressLine } from './progress-line.ts'

/** The flags of `check`. */
export interface CheckFlags {
  readonly config?: string
  /** Only this one. */
  readonly strategy?: string
  /** What is asked; the first question of the eval set unless given. */
  readonly query?: string
  /** How many hits. */
  readonly k: number
  /** No model is called. */
  readonly offline?: boolean
  readonly json?: boolean
}

/** What a strategy is tried with. */
interface Trial {
  readonly config: Config
  readonly configFile: GivenConfig['file']
  readonly root: string
  readonly knowledge: Knowledge
  readonly recorder: Recorder
  readonly query: string
  readonly k: number
  progress(what: string, done: number, total: number): void
}

/** Tries every strategy with one question and prints what comes back; 2 where one of them fails, else 0. */
export async function check(flags: CheckFlags, ports: Ports): Promise<number> {
  const { config, root, file } = await givenConfig(flags.config, ports.cwd)
  const names = checkedStrategies(config, flags.strategy)
  if (flags.query?.trim() === '')
    throw new UserError({ what: 'there is nothing to ask', hint: 'give --query some words' })
  const query = flags.query ?? (await firstQuestion(config, root, ports.cwd))
  const knowledge = await knowledgeOf(config, root, ports)
  const progress = progressLine(ports, flags)
  const { pausing, show } = progress
  const recorder = openRecorder(config, { root, offline: flags.offline, pausing, progress: show }, ports)
  const trial = { config, configFile: file, root, knowledge, recorder, query, k: flags.k, progress: show }
  if (!flags.json) ports.stdout(`Asking: ${query}\n\n`)
  const checked: Checked[] = []
  try {
    for (const name of names) {
      checked.push(await tried(name, trial, ports))
      progress.clear()
      if (!flags.json) ports.stdout(`${checkText(checked.at(-1)!)}\n`)
    }
  } finally {
    progress.clear()
    await recorder.tidy()
  }
  if (flags.json) ports.stdout(`${JSON.stringify({ query, strategies: checked }, null, 2)}\n`)
  const failed = checked.filter(({ answer }) => 'error' in answer).length
  if (!flags.json) ports.stdout(`${names.length - failed} of ${names.length} answered\n`)
  return failed === 0 ? 0 : 2
}

async function firstQuestion(config: Config, root: string, cwd: string): Promise<string> {
  const { evalSet } = await loadEvalSet(config.queries, { baseDirectory: root, workingDirectory: cwd })
  const [first] = evalSet.queries
  if (first === undefined) throw new UserError({ what: 'the eval set has no question', hint: 'give one with --query' })
  return first.text
}

async function knowledgeOf(config: Config, root: string, ports: Ports): Promise<Knowledge> {
  const outputFolder = resolve(root, config.output)
  return new DocumentRepositories(ports).within(config.documents, root, (place) =>
    loadKnowledge({
      ...config,
      root: place.root,
      outputFolder,
      modelFolder: modelFolder(config, root),
      signal: ports.signal,
    }),
  )
}

/** Built, asked and closed. A mistake of the user's is this strategy's failure: the others are tried all the same. */
async function tried(name: string, shared: Trial, ports: Ports): Promise<Checked> {
  const { type } = shared.config.strategies[name]!
  // What the store lacks for one strategy is not missing for the others.
  const recorder = shared.recorder.replay ? shared.recorder.planner() : shared.recorder
  const trial = { ...shared, recorder }
  const notices: string[] = []
  let built: ReadonlyMap<string, BuiltStrategy> = new Map()
  const at = { name, type, notices }
  try {
    built = await build(name, trial, ports, (line) => void notices.push(line))
    const answer = await ask(built.get(name)!, trial, ports)
    throwIfNotWhole(recorder)
    return { ...at, answer }
  } catch (error) {
    ports.signal.throwIfAborted()
    return { ...at, answer: { error: error instanceof Error ? error.message : String(error) } }
  } finally {
    for (const { retriever } of built.values()) await retriever.close?.()
  }
}

function build(
  name: string,
  { config, configFile, root, knowledge, recorder, progress }: Trial,
  ports: Ports,
  notice: (line: string) => void,
) {
  const { signal } = ports
  const services = servicesOf({ config, configFile, root, recorder, notice }, ports)
  const { chunks, documents } = knowledge
  const options = { types: strategyTypes, chunks, documents, services, baseDirectory: root, signal, progress }
  return buildStrategies(withParts(config.strategies, strategyTypes, name), options)
}

async function ask({ retriever }: BuiltStrategy, { query, k }: Trial, { now, signal }: Ports): Promise<Answered> {
  const start = now()
  const { hits, engineTime } = await retriever.retrieve({ id: 'check', text: query }, k, signal)
  const milliseconds = now() - start
  return { hits: orderHits(hits).slice(0, k), milliseconds, ...(engineTime === undefined ? {} : { engineTime }) }
}
