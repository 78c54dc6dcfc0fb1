import { medianInterval } from '../median-interval.ts'
import { type Spent, spentOn } from './spent.ts'

/** Asks all questions of a round. */
export type Side = (round: number) => Promise<void>

export interface Turns {
  readonly rounds: number
  /** Rounds ahead of them that do not count. */
  readonly warmUps: number
  /** Questions of a round. */
  readonly questions: number
}

/**
 * Asks the same questions through a bare loop and through the gate, in turns: what slows the machine slows both, and each goes first in
 * every other round. Prints the median of a round's ratios, with an interval of 95 %, by the clock and by processor time of this process.
 */
export async function printInTurns(name: string, bare: Side, gate: Side, turns: Turns): Promise<void> {
  const { rounds, warmUps, questions } = turns
  const spent: { bare: Spent; gate: Spent }[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const first = round % 2 === 0 ? bare : gate
    const one = await spentOn(() => first(round))
    const other = await spentOn(() => (first === bare ? gate : bare)(round))
    if (round >= warmUps) spent.push(first === bare ? { bare: one, gate: other } : { bare: other, gate: one })
  }
  for (const kind of ['wall', 'cpu'] as const) {
    const of = (side: 'bare' | 'gate') => medianInterval(spent.map((round) => round[side][kind])).median
    const ratio = medianInterval(spent.map((round) => round.gate[kind] / round.bare[kind]))
    const more = medianInterval(spent.map((round) => round.gate[kind] - round.bare[kind])).median / questions
    const [median, lower, upper] = [ratio.median, ratio.lower, ratio.upper].map((one) => signed(100 * (one - 1), 1))
    console.log(
      `${name}, ${questions} questions, ${kind === 'wall' ? 'wall' : 'processor'} time: bare ${of('bare').toFixed(0)} ms, gate ${of('gate').toFixed(0)} ms; ${median} % (${lower} … ${upper}), ${signed(more, 3)} ms a question`,
    )
  }
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(digits)}`
}
