import { UserError } from '../errors.ts'
import type { Recorder } from '../models/recorder.ts'
import { aboutMoney, count, money } from '../numbers.ts'
import type { CallPlan } from './call-plan.ts'

/** Whether anything is limited. */
export function hasLimits({ maxCalls, maxCost }: Recorder['limits']): boolean {
  return maxCalls !== undefined || maxCost !== undefined
}

/**
 * @param command what would ask: `run`, `sweep`
 * @throws UserError where it would make more calls, or cost more, than it may
 */
export function checkLimits(
  { calls, cost }: Pick<CallPlan, 'calls' | 'cost'>,
  { maxCalls, maxCost }: Recorder['limits'],
  command: 'run' | 'sweep',
): void {
  const isMost = command === 'sweep'
  const [key, expected, found] =
    maxCalls !== undefined && calls > maxCalls
      ? ['maxCalls', `at most ${count(maxCalls, 'call')}`, `${isMost ? 'up to' : 'about'} ${count(calls, 'call')}`]
      : maxCost !== undefined && cost > maxCost
        ? ['maxCost', `at most ${maxCost}`, isMost ? `up to ${money(cost)}` : aboutMoney(cost)]
        : []
  if (key === undefined) return
  const less = isMost ? 'try less' : 'evaluate less'
  throw new UserError({
    what: `the models would be asked for more than \`${key}\` allows; nothing was asked`,
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
    hint: `\`retrieval-gate ${command} --dry-run\` shows what for; raise \`${key}\`, or ${less}`,
  })
}
