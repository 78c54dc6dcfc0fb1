import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { configText } from '../config/config-text.ts'
import { parseSweep, type SweepGrid } from '../config/sweep-grid.ts'
import type { Pausing } from '../models/recorder.ts'
import { type OpenedRun, openRun } from '../open-run.ts'
import type { Ports } from '../ports.ts'
import { type PreparedSide, prepareSide } from '../prepare-side.ts'
import { registries } from '../registries.ts'
import { type SweepPlan, sweepPlan } from './sweep-plan.ts'
import { type SweepQuestions, sweepQuestions } from './sweep-questions.ts'

export interface SweepOptions {
  /** Path of the config, relative to the working directory; `retrieval-gate.yml` unless given. */
  readonly config?: string | undefined
  readonly out?: string | undefined
  readonly seed?: string | undefined
  /** Whose score is compared: `primary` unless given, else the first. */
  readonly strategy?: string | undefined
  readonly metric?: string | undefined
  /** Tokens of the metric that settings which cut otherwise are compared by as well; false for no such comparison. */
  readonly budget: number | false
  /** Whether the winner is scored on `test`. */
  readonly test: boolean
  readonly earlyStop: boolean
  /** Whether the winning values go into the config. */
  readonly write: boolean
  readonly cache?: string | false | undefined
  /** No model is called: what is not in the model store is an error. */
  readonly offline?: boolean | undefined
  /** Nothing is written. */
  readonly dryRun?: boolean | undefined
  progress(what: string, done: number, total: number): void
  /** Told when a model is asked again in so many milliseconds, and why. */
  readonly pausing?: Pausing | undefined
}

/** What every sweep begins with. */
export interface OpenedSweep extends Pick<OpenedRun, 'directory' | 'recorder' | 'store' | 'root'> {
  /** The config as it was given, and its text. */
  readonly path: string
  readonly text: string
  readonly grid: SweepGrid
  readonly plan: SweepPlan
  /** With the config as it is, asked the questions of both splits. */
  readonly side: PreparedSide
  readonly questions: SweepQuestions
}

/**
 * Reads the grid, the questions and the knowledge base.
 *
 * @throws UserError for every mistake in them that a user can mend
 */
export async function openSweep(options: SweepOptions, ports: Ports): Promise<OpenedSweep> {
  const { grid, text, path } = await readGrid(options, ports)
  const plan = sweepPlan(grid, options)
  const { config: whole, head, ...opened } = await openRun(options, ports)
  const { split: _, ...config } = whole
  const side = await prepareSide({ ...head, config }, ports.signal)
  const questions = sweepQuestions(side.evalSet, plan.metric, config.match)
  return { ...opened, path, text, grid, plan, side, questions }
}

async function readGrid({ config: path = 'retrieval-gate.yml' }: Pick<SweepOptions, 'config'>, { cwd }: Ports) {
  const text = await configText(path, (file) => readFile(resolve(cwd, file)))
  return { path, text, grid: parseSweep(text, path, registries) }
}
