import type { Hit } from '../../model.ts'
import { count, milliseconds } from '../../numbers.ts'
import { visibleText } from '../../reports/visible-text.ts'
import { foundHitText } from '../search/found-hit.ts'

/** What a strategy answered to the one question that it was asked. */
export interface Answered {
  readonly hits: readonly Hit[]
  readonly milliseconds: number
  /** What the engine says it took. */
  readonly engineTime?: number
}

/** One strategy, tried. */
export interface Checked {
  readonly name: string
  readonly type: string
  readonly answer: Answered | { readonly error: string }
  /** What the strategy has to say about its answer. */
  readonly notices: readonly string[]
}

/** A strategy's answer for a terminal: each hit with score, place and the beginning of its text; or why there is none. */
export function checkText({ name, type, answer, notices }: Checked): string {
  const title = `${name} (${type})`
  if ('error' in answer) return `${title}: FAILED\n${linesOf(answer.error)}`
  const hits = answer.hits.map((hit, index) => `${foundHitText({ hit }, index + 1)}${outsideLine(hit)}`).join('')
  const engine = answer.engineTime === undefined ? '' : `, of which the engine says ${milliseconds(answer.engineTime)}`
  const found = answer.hits.length === 0 ? 'finds nothing' : count(answer.hits.length, 'hit')
  const said = notices.map((line) => `  Note: ${visibleText(line)}\n`).join('')
  return `${title}: ${found} in ${milliseconds(answer.milliseconds)}${engine}\n${hits}${said}`
}

/** The parts of a user's mistake, expected, found and what to do, keep lines of their own. */
function linesOf(error: string): string {
  const lines = error.split(/\n(?= {2}(?:expected|found|to do): )/u)
  return lines.map((line, index) => `${index === 0 ? '  ' : '    '}${visibleText(line)}\n`).join('')
}

function outsideLine({ outside, path, document }: Hit): string {
  if (outside) return '    not in the knowledge base: matches no judgment\n'
  return path === undefined && document === undefined
    ? '    no path and no document: matches judgments by its id only\n'
    : ''
}
