import { buildReport, type EvaluatedStrategy } from './baseline/build-report.ts'
import { loadAccepted } from './baseline/load-accepted.ts'
import type { EvaluationReport } from './baseline/report-schema.ts'
import { headCommit } from './baseline/run-git.ts'
import type { Config } from './config/config.ts'
import { fingerprint } from './fingerprint.ts'
import { collapses } from './judging/judge.ts'
import { corpusFingerprint } from './knowledge/corpus-fingerprint.ts'
import { documentKey } from './knowledge/document-key.ts'
import type { Query } from './model.ts'
import type { Ports } from './ports.ts'
import { type PreparedSide, prepareSide, type Side } from './prepare-side.ts'
import { type Side as AskedSide, evaluateSides, type StrategyRun } from './retrieval/evaluate-strategies.ts'
import type { Memory } from './store/memory.ts'
import { strategyTypes } from './strategies/registry.ts'
import { TOOL } from './version.ts'

export interface EvaluateOptions extends Pick<Side, 'root' | 'outputFolder' | 'strict' | 'progress'> {
  /** `false` leaves out all that varies between identical runs. */
  readonly timing: boolean
}

/** Every strategy over every query, judged, scored and estimated. */
export async function evaluate(config: Config, options: EvaluateOptions, ports: Ports): Promise<EvaluationReport> {
  const side = { ...options, config, workingDirectory: ports.cwd }
  const [report] = await evaluateTogether([side], options.timing, ports)
  return report!
}

/**
 * Several states of a repository in one process: what each report holds is what it would hold alone, except that the
 * latencies were measured in turns and can be compared.
 */
export async function evaluateTogether(
  sides: readonly Side[],
  timing: boolean,
  { now, signal, platform }: Ports,
): Promise<EvaluationReport[]> {
  const started = now()
  const prepared: PreparedSide[] = []
  for (const side of sides) prepared.push(await prepareSide(side, signal).catch(thrownBy(side)))
  const runs = await evaluateSides(
    prepared.map((side) => askedSide(side, signal)),
    { timing, signal, now },
  )
  const reports: EvaluationReport[] = []
  for (const [index, side] of prepared.entries()) {
    const varying = timing ? { timing: { seconds: (now() - started) / 1000 }, platform } : null
    reports.push(await reportOf(side, runs[index]!, varying))
  }
  return reports
}

function thrownBy({ explain = (error) => error }: Side) {
  return (error: unknown): never => {
    throw explain(error)
  }
}

function askedSide(side: PreparedSide, signal: AbortSignal): AskedSide {
  return {
    types: strategyTypes,
    entries: side.config.strategies,
    requests: askedQueries(side).map(({ id, text, judgments }) => ({
      question: { id, text },
      distinctDocuments: collapses(judgments),
    })),
    chunks: side.knowledge.chunks,
    memory: (chunking) => memoryOf(side, chunking),
    baseDirectory: side.root,
    depth: side.depth,
    progress: side.progress,
    signal,
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

async function reportOf(
  { config, root, depth, metrics, evalSet, knowledge, warnings }: PreparedSide,
  runs: readonly StrategyRun[],
  varying: Parameters<typeof buildReport>[0]['varying'],
): Promise<EvaluationReport> {
  return buildReport({
    tool: TOOL,
    name: config.name,
    commit: await headCommit(root),
    fingerprints: fingerprints({ config, evalSet, knowledge }),
    match: config.match,
    depth,
    metrics,
    primary: config.primary ?? null,
    gate: await gateOf(config, root),
    evalSet,
    documents: knowledge.documents,
    skipped: knowledge.skipped,
    strategies: runs.map((run): EvaluatedStrategy => ({ ...run, ...described(config, run.name) })),
    seed: config.seed,
    warnings: [...warnings, ...knowledge.notices()],
    varying,
  })
}

function fingerprints({ config, evalSet, knowledge }: Pick<PreparedSide, 'config' | 'evalSet' | 'knowledge'>) {
  const { output: _, baseline: __, ...decisive } = config
  return {
    config: fingerprint(decisive),
    evalSet: evalSet.fingerprint,
    corpus: corpusFingerprint(knowledge.documents),
  }
}

function described(config: Config, name: string) {
  const { type, settings, chunking = config.chunking, minScore, renamedFrom } = config.strategies[name]!
  return {
    type,
    fingerprint: fingerprint({ type, settings, chunking, minScore }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
  }
}

async function gateOf({ gate, maxErrors, protect }: Config, root: string): Promise<EvaluationReport['gate']> {
  const accepted = await loadAccepted(root)
  return {
    rules: gate.map(thawed),
    maxErrors,
    ...(protect ? { protect } : {}),
    ...(accepted.length > 0 ? { accepted } : {}),
  }
}

/** A copy of a frozen rule that a report may hold. */
function thawed(rule: Config['gate'][number]) {
  return { ...rule, strategies: [...rule.strategies] }
}
