import { UserError } from '../errors.ts'
import type { Config } from './config.ts'
import type { Finding } from './explain-issue.ts'
import { deepFreeze } from './freeze.ts'
import { parseConfig, readEntries } from './load-config.ts'
import { type Problem, problemsError } from './problem.ts'
import type { Registries } from './registries.ts'
import { resolve } from './resolve.ts'
import { buildConfigSchema } from './schema.ts'
import { type Axis, readAxes } from './sweep-axis.ts'
import { withValues } from './with-values.ts'
import { parseYaml, type YamlSource } from './yaml-source.ts'

/** A config with one value of each axis in it. */
export interface GridSetting {
  /** In the order of the axes. */
  readonly values: readonly unknown[]
  readonly config: Config
}

export interface SweepGrid {
  /** The config as it is. */
  readonly config: Config
  readonly axes: readonly Axis[]
  /** Every combination, the last axis varying fastest. */
  readonly settings: readonly GridSetting[]
  /** Makes an error of a mistake in an axis, with its place in the file. */
  problem(axis: Axis, problem: Omit<Problem, 'file' | 'line' | 'column'>): UserError
}

/** Each setting is an evaluation: beyond this a grid is a mistake, or wants to be tried in parts. */
const MOST_SETTINGS = 256

/**
 * The grid that a config asks for in `sweep`, every combination checked as a whole config.
 * Throws `UserError` that lists every mistake with `file:line:column`.
 */
export function parseSweep(text: string, file: string, registries: Registries): SweepGrid {
  const config = parseConfig(text, file, registries)
  const source = parseYaml(text, file)
  const raw = (source.value ?? {}) as { readonly sweep?: object; readonly strategies?: object }
  if (raw.sweep === undefined || Object.keys(raw.sweep).length === 0) throw nothingToTry(file)
  const { axes, findings } = readAxes(raw.sweep, config)
  const tooMany = findings.length > 0 ? [] : boundProblem(axes)
  refuse([...findings, ...tooMany], source, file)
  // A config without strategies has one of its own, which a swept key must not replace.
  const base = raw.strategies === undefined ? { ...raw, strategies: defaultStrategies(config) } : raw
  const schema = buildConfigSchema(registries)
  const read = combinations(axes).map((values) => {
    const placed = axes.map(({ path }, index) => ({ path, value: values[index] }))
    return { values, ...readSetting(readEntries(withValues(base, placed), registries, schema), axes, values) }
  })
  refuse(distinct(read.flatMap(({ findings }) => findings)), source, file)
  return {
    config,
    axes,
    settings: read.map(({ values, config }) => ({ values, config: config! })),
    problem: (axis, problem) => problemsError([{ file, ...source.position(axis.at, 'key'), ...problem }]),
  }
}

function nothingToTry(file: string): UserError {
  return new UserError({
    where: file,
    what: 'the config does not say what to try',
    expected: 'a key `sweep` with keys and values, for example `sweep: { chunking.maxTokens: [128, 256, 512] }`',
  })
}

function defaultStrategies({ strategies }: Config): object {
  return Object.fromEntries(Object.entries(strategies).map(([name, { type }]) => [name, { type }]))
}

function boundProblem(axes: readonly Axis[]): Finding[] {
  const count = axes.reduce((product, { values }) => product * values.length, 1)
  if (count <= MOST_SETTINGS) return []
  const what = `these are ${count} combinations: ${axes.map(({ values }) => values.length).join(' x ')}`
  const hint = 'try some of the keys first, write the best values into the config, then try the others'
  return [{ path: ['sweep'], part: 'key', what, expected: `at most ${MOST_SETTINGS}`, hint }]
}

function combinations(axes: readonly Axis[]): unknown[][] {
  return axes.reduce<unknown[][]>(
    (combined, { values }) => combined.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  )
}

function readSetting(read: ReturnType<typeof readEntries>, axes: readonly Axis[], values: readonly unknown[]) {
  return 'entries' in read
    ? { config: deepFreeze(resolve(read.entries)), findings: [] }
    : { config: undefined, findings: read.findings.map((finding) => located(finding, axes, values)) }
}

/** A mistake of a combination, at the value that it comes from. */
function located(finding: Finding, axes: readonly Axis[], values: readonly unknown[]): Finding {
  const shared = axes.map(({ path }) => sharedLength(path, finding.path))
  const most = Math.max(...shared)
  const index = shared.indexOf(most)
  const axis = axes[index]!
  const isIts = most === axis.path.length
  if (isIts && finding.path.length === most && finding.part === 'key') return { ...finding, path: axis.at }
  const value = axis.values.indexOf(values[index])
  const inside = isIts ? finding.path.slice(most) : []
  const part = inside.length > 0 ? finding.part : 'value'
  const what = isIts ? finding.what : `${finding.what} (with ${described(finding, axes, values)})`
  return { ...finding, path: [...axis.at, value, ...inside], part, what }
}

function sharedLength(a: readonly PropertyKey[], b: readonly PropertyKey[]): number {
  const differing = a.findIndex((part, index) => part !== String(b[index]))
  return differing < 0 ? a.length : differing
}

/** The values that a mistake elsewhere in the same section may come from. */
function described({ path: [section] }: Finding, axes: readonly Axis[], values: readonly unknown[]): string {
  const texts = axes.map(({ key }, index) => `\`${key}: ${JSON.stringify(values[index])}\``)
  const near = texts.filter((_, index) => axes[index]!.path[0] === section)
  return (near.length > 0 ? near : texts).join(', ')
}

/** One value spoils many combinations: the first of them stands for all. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  return findings.filter(({ path, part }) => seen.size !== seen.add(JSON.stringify([path, part])).size)
}

function refuse(findings: readonly Finding[], source: YamlSource, file: string): void {
  if (findings.length === 0) return
  throw problemsError(findings.map(({ path, part, ...rest }) => ({ file, ...source.position(path, part), ...rest })))
}
