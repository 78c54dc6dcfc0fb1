import { ANALYSIS_VERSION } from './analysis/analysis-version.ts'
import { askedSide, thrownBy } from './asked-side.ts'
import { buildReport, type EvaluatedStrategy } from './baseline/build-report.ts'
import { loadAccepted } from './baseline/load-accepted.ts'
import type { EvaluationReport } from './baseline/report-schema.ts'
import { headCommit } from './baseline/run-git.ts'
import type { Config, ModelConfig } from './config/config.ts'
import { DocumentRepositories } from './document-repositories.ts'
import { fingerprint } from './fingerprint.ts'
import { corpusFingerprint } from './knowledge/corpus-fingerprint.ts'
import type { Run } from './model.ts'
import type { Canary } from './models/canary.ts'
import type { Recorder } from './models/recorder.ts'
import { openRecorder } from './open-recorder.ts'
import { checkCalls } from './planning/check-calls.ts'
import type { Ports } from './ports.ts'
import { type PreparedSide, prepareSide, type Side } from './prepare-side.ts'
import { evaluateSides, type StrategyRun } from './retrieval/evaluate-strategies.ts'
import { readCanaries, throwIfNotWhole } from './settle-models.ts'
import { strategyTypes } from './strategies/registry.ts'
import type { StrategyType } from './strategies/strategy.ts'
import { TOOL } from './version.ts'

export interface Measured {
  /** `false` leaves out all that varies between identical runs. */
  readonly timing: boolean
  /** Whether latency is measured, beside what the questions take; as `timing` unless given. */
  readonly latency?: boolean
}

export interface EvaluateOptions
  extends Pick<Side, 'root' | 'configFile' | 'outputFolder' | 'strict' | 'progress' | 'recorder'>,
    Pick<Measured, 'timing'> {}

/** Every strategy over every query, judged, scored and estimated. */
export async function evaluate(config: Config, options: EvaluateOptions, ports: Ports): Promise<EvaluationReport> {
  const repositories = new DocumentRepositories(ports)
  const side = { ...options, config, repositories, workingDirectory: ports.cwd }
  const [report] = await evaluateTogether([side], options, ports)
  return report!
}

/**
 * Several states of a repository in one process: what each report holds is what it would hold alone, except that the
 * latencies were measured in turns and can be compared.
 */
export async function evaluateTogether(
  sides: readonly Side[],
  measured: Measured,
  ports: Ports,
): Promise<EvaluationReport[]> {
  const recorder = recorderOf(sides, ports)
  try {
    return await evaluateWith(
      recorder,
      sides.map((side) => ({ ...side, recorder })),
      measured,
      ports,
    )
  } finally {
    await recorder.tidy()
  }
}

/** One for all states: what one asked of a model, the other need not. */
function recorderOf([side]: readonly Side[], ports: Ports): Recorder {
  return side!.recorder ?? openRecorder(side!.config, side!, ports)
}

async function evaluateWith(
  recorder: Recorder,
  sides: readonly Side[],
  measured: Measured,
  ports: Ports,
): Promise<EvaluationReport[]> {
  const { now, signal, platform } = ports
  const started = now()
  const prepared: PreparedSide[] = []
  for (const side of sides) prepared.push(await prepareSide(side, signal, prepared[0]).catch(thrownBy(side)))
  await checkCalls(prepared, recorder, ports)
  const runs = await evaluateSides(
    prepared.map((side) => askedSide(side, ports)),
    { ...measured, signal, now },
  )
  throwIfNotWhole(recorder)
  const canaries = await readCanaries(recorder, signal)
  const models = recorder.ledger.lines()
  const reports: EvaluationReport[] = []
  for (const [index, side] of prepared.entries()) {
    const ran = runs[index]!
    const timing = {
      seconds: (now() - started) / 1000,
      queries: spentOnQueries(ran),
      indexing: indexingTimes(ran),
      ...(models.length > 0 && { models }),
    }
    reports.push(await reportOf(side, ran, canaries, measured.timing ? { timing, platform } : null, ports))
  }
  return reports
}

/** Query id -> milliseconds over all strategies, to the microsecond. */
function spentOnQueries(runs: readonly StrategyRun[]): Record<string, number> {
  const total = new Map<string, number>()
  for (const { spent } of runs) for (const [id, time] of spent) total.set(id, (total.get(id) ?? 0) + time)
  return Object.fromEntries(Array.from(total, ([id, time]) => [id, Math.round(1000 * time) / 1000]))
}

/** Strategy -> milliseconds that building it and its parts took, to the microsecond. */
function indexingTimes(runs: readonly StrategyRun[]): Record<string, number> {
  const known = runs.flatMap(({ name, index: { milliseconds } }) =>
    milliseconds === null ? [] : [{ name, milliseconds }],
  )
  return Object.fromEntries(known.map(({ name, milliseconds }) => [name, Math.round(1000 * milliseconds) / 1000]))
}

async function reportOf(
  { config, root, depth, metrics, evalSet, knowledge, source, warnings, progress }: PreparedSide,
  runs: readonly StrategyRun[],
  canaries: readonly Canary[],
  varying: Parameters<typeof buildReport>[0]['varying'],
  ports: Ports,
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
    source: source ?? undefined,
    strategies: runs.map(
      (one): EvaluatedStrategy => ({ ...one, run: redacted(one.run, ports), ...described(config, one.name) }),
    ),
    seed: config.seed,
    warnings: [...warnings, ...knowledge.notices()].map((text) => ports.secrets?.redact(text) ?? text),
    canaries: [...canaries],
    varying,
    progress: (done, total) => progress('scoring', done, total),
  })
}

function fingerprints({ config, evalSet, knowledge }: Pick<PreparedSide, 'config' | 'evalSet' | 'knowledge'>) {
  const { output: _, baseline: __, modelStore: ___, maxCalls: ____, maxCost: _____, ...decisive } = config
  return {
    config: fingerprint({
      ...decisive,
      embedders: withoutCalls(config.embedders),
      rerankers: withoutCalls(config.rerankers),
      chats: withoutCalls(config.chats),
    }),
    evalSet: evalSet.fingerprint,
    corpus: corpusFingerprint(knowledge.documents),
  }
}

/** How models are called decides nothing. */
function withoutCalls(models: Config['embedders']): Record<string, Omit<ModelConfig, 'calls'>> {
  return Object.fromEntries(Object.entries(models).map(([name, { calls: _, ...model }]) => [name, model]))
}

/** What a report says of a strategy beside its results; the fingerprint is of all that its own entry decides. */
export function described(config: Config, name: string) {
  const { type, settings, chunking = config.chunking, merge, minScore, renamedFrom } = config.strategies[name]!
  const models = modelsOf(config, name)
  return {
    type,
    fingerprint: fingerprint({
      ...{ type, settings, chunking, merge, minScore },
      ...(models.length > 0 && { models }),
      ...(!strategyTypes[type as keyof typeof strategyTypes].external && { analysis: ANALYSIS_VERSION }),
    }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
  }
}

/** The entries that describe the models of a strategy: another model under the same name is another strategy. */
function modelsOf({ strategies, embedders, rerankers, chats }: Config, name: string) {
  const { type, settings } = strategies[name]!
  const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes
  const { embedder = '', reranker = '', chat = '' } = types[type]!.models?.(settings) ?? {}
  const entries = [withoutCalls(embedders)[embedder], withoutCalls(rerankers)[reranker], withoutCalls(chats)[chat]]
  return entries.filter((entry) => entry !== undefined)
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

/** A run, its errors without what nobody is to see. */
export function redacted({ rankings, errors }: Run, { secrets }: Pick<Ports, 'secrets'>): Run {
  return { rankings, errors: new Map(Array.from(errors, ([id, text]) => [id, secrets?.redact(text) ?? text])) }
}

/** A copy of a frozen rule that a report may hold. */
function thawed(rule: Config['gate'][number]) {
  return { ...rule, strategies: [...rule.strategies] }
}
