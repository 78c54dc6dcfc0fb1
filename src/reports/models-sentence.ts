import { aboutMoney, count } from '../numbers.ts'
import type { Outcome } from './report.ts'

/** What models were asked in this run; empty where none was used. */
export function modelsSentence({ report }: Outcome): string {
  const lines = report.timing?.models ?? []
  if (lines.length === 0) return ''
  const sum = (read: (line: (typeof lines)[number]) => number) => lines.reduce((total, line) => total + read(line), 0)
  const calls = sum((line) => line.calls)
  const stored = `${count(
    sum((line) => line.recalled),
    'answer',
  )} from the model store`
  if (calls === 0) return `Models: no call, ${stored}`
  const tokens = `${sum((line) => line.inputTokens + line.outputTokens)} tokens`
  const about = lines.some(({ estimated, calls }) => estimated && calls > 0) ? 'about ' : ''
  const cost = sum((line) => line.cost ?? 0)
  const price = lines.some((line) => line.cost !== null) ? `, at a cost of ${aboutMoney(cost)}` : ''
  return `Models: ${count(calls, 'call')}, ${about}${tokens}${price}; ${stored}`
}
