import { harmlessLog } from './harmless-log.ts'
import type { Log, Place } from './log.ts'

/** GitHub shows so many annotations of a kind for a step, and drops the others without a word. */
const SHOWN = 10

/** The same log, in which what GitHub would drop is a line of the log instead. */
export function withinLimits(log: Log): Log {
  const limited = (kind: 'notice' | 'warning' | 'error') => {
    let left = SHOWN
    return (message: string, place: Place = {}) => {
      if (left-- > 0) return log[kind](message, place)
      const { title, file, startLine } = place
      const where = file === undefined ? '' : ` (${file}${startLine === undefined ? '' : `:${startLine}`})`
      log.info(
        harmlessLog(`${kind}: ${title === undefined ? '' : `${title}: `}${message}${where}`.replace(/\s+/g, ' ')),
      )
    }
  }
  return {
    info: (message) => log.info(message),
    notice: limited('notice'),
    warning: limited('warning'),
    error: limited('error'),
  }
}
