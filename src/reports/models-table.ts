import { money } from '../numbers.ts'
import { quoted } from './quoted.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { numeric, type Table, words } from './table.ts'

/** What strategies asked of models in this run, and what it cost: it varies, as what is in the model store is not asked. */
export function modelsTable({ report }: Outcome, { timing }: ReportOptions): Table {
  const lines = (timing && report.timing?.models) || []
  return {
    title: 'The models',
    columns: [
      words('strategy'),
      words('model'),
      numeric('calls'),
      numeric('answers'),
      numeric('from the store'),
      numeric('tokens in'),
      numeric('tokens out'),
      numeric('cost'),
      numeric('tokens saved'),
      numeric('cost saved'),
    ],
    rows: lines.map((line) => [
      quoted(line.strategy),
      `${line.role} ${quoted(line.entry)} (${quoted(line.model)})`,
      String(line.calls),
      String(line.asked),
      String(line.recalled),
      tokens(line.inputTokens, line.estimated),
      tokens(line.outputTokens, line.estimated),
      price(line.cost),
      // What the answers from the store would take anew: with what was asked, the price of the strategy.
      tokens(line.recalledTokens ?? 0, true),
      price(line.recalledCost ?? null),
    ]),
  }
}

function price(cost: number | null): string {
  return cost === null ? 'n/a' : money(cost)
}

function tokens(number: number, estimated: boolean): string {
  return estimated && number > 0 ? `about ${number}` : String(number)
}
