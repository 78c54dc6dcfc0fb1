import { atBase, notRecomputable, whyNotAtBase } from './at-base.ts'
import type { BaseOverrides } from './base-side.ts'
import type { EvaluationReport } from './baseline/report-schema.ts'
import { type Baseline, noBaseline, type Recompute } from './baseline/resolve-baseline.ts'
import { evaluateTogether, type Measured } from './evaluate.ts'
import type { Ports } from './ports.ts'
import type { Side } from './prepare-side.ts'

export interface Evaluated {
  readonly report: EvaluationReport
  readonly baseline: Baseline
  /** The seed of the base's own config; the head's where there is no base. */
  readonly baseSeed: string
}

export interface RecomputeOptions extends BaseOverrides, Measured {}

/** Of why the base could not be evaluated, in characters, where that is only said in passing. */
const LONGEST_REASON = 300

/**
 * Evaluates the commit that this change started from beside the change, in one process: no drift of machine, model or
 * version between them, and latencies that can be compared. The base has its own config and its own eval set.
 *
 * @throws UserError where the base cannot be evaluated and was asked for by name
 */
export async function recomputeBaseline(
  head: Side,
  { recompute, insteadOf }: Recompute,
  options: RecomputeOptions,
  ports: Ports,
): Promise<Evaluated> {
  try {
    return await atBase(head, recompute, options, ports, async ({ side, label, notRecomputed }) => {
      const [report, base] = await evaluateTogether([head, side], options, ports)
      const note = noteOf(label, notRecomputed, insteadOf)
      const baseline = { report: base!, label, source: 'recompute', note, notRecomputed }
      return { report: report!, baseline, baseSeed: side.config.seed }
    })
  } catch (error) {
    ports.signal.throwIfAborted()
    const why = whyNotAtBase(error)
    if (why === null) throw error
    if (insteadOf === null) throw notRecomputable(why)
    head.recorder?.goOn()
    const [report] = await evaluateTogether([head], options, ports)
    return {
      report: report!,
      baseline: noBaseline(`${insteadOf}; nor can the base be evaluated here: ${oneLine(why)}`),
      baseSeed: head.config.seed,
    }
  }
}

function noteOf(label: string, notRecomputed: readonly string[], insteadOf: string | null): string {
  const left = notRecomputed.length === 0 ? '' : `, without ${notRecomputed.join(', ')} (not a part of the repository)`
  return `${label}, evaluated in this run${left}${insteadOf === null ? '' : ` (${insteadOf})`}`
}

/** A list of mistakes, short enough to stand in a sentence. */
function oneLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}...` : line
}
