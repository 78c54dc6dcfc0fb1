import type { RawHit } from './engine.ts'
import { EngineFailure } from './engine-failure.ts'
import { excerpt } from './excerpt.ts'
import { type Expression, expression } from './expression.ts'
import type { HitsSettings } from './hits-settings.ts'
import { listOfObjects } from './list-of-objects.ts'
import { type FieldName, isObject, OBVIOUS, obviousField, obviousList } from './obvious-fields.ts'

/** Characters of an id or a path, which reports repeat at every question: as many as a path may have on most machines. */
const LONGEST = 4096

/** Reads the hits out of an engine's answer. Throws `EngineFailure` where there is no list, or a field has no meaning. */
export type HitReader = (answer: unknown) => RawHit[]

/** The reader for these settings. */
export function hitReader(settings: HitsSettings): HitReader {
  const list = settings.list === undefined ? undefined : expression(settings.list)
  const names = Object.keys(OBVIOUS) as FieldName[]
  const fields = names.map((name): [FieldName, Expression] => [name, fieldReader(name, settings[name])])
  return (answer) => {
    const hits = list === undefined ? obviousList(answer) : list(answer)
    if (!Array.isArray(hits)) throw noList(answer, settings.list, hits)
    return hits.map((hit: unknown, index) => {
      const read: Partial<Record<FieldName, string | number>> = {}
      for (const [name, of] of fields) {
        const value = typed(name, of(hit), index)
        if (value !== undefined) read[name] = value
      }
      return read as RawHit
    })
  }
}

function fieldReader(name: FieldName, written: string | undefined): Expression {
  if (written !== undefined) return expression(written)
  // A plain string is a hit by its id.
  if (name === 'id') return (hit) => (typeof hit === 'string' ? hit : obviousField(hit, name))
  return (hit) => obviousField(hit, name)
}

function typed(name: FieldName, value: unknown, index: number): string | number | undefined {
  if (value === null || value === undefined) return undefined
  const numeric = name === 'score' || name === 'startLine' || name === 'endLine'
  const read = numeric ? numberOf(value) : textOf(value)
  if (read === undefined) throw new EngineFailure(`hit ${index + 1} has the ${name} ${excerpt(value)}, ${wanted(name)}`)
  if (numeric && !fits(name, read as number)) {
    throw new EngineFailure(`hit ${index + 1} has the ${name} ${excerpt(value)}, ${wanted(name)}`)
  }
  if (name !== 'text' && typeof read === 'string' && read.length > LONGEST) {
    throw new EngineFailure(
      `hit ${index + 1} has the ${name} ${excerpt(value, 40)} of ${read.length} characters; no name is longer than ${LONGEST}`,
    )
  }
  return read
}

function wanted(name: FieldName): string {
  if (name === 'score') return 'which is not a number'
  if (name === 'startLine' || name === 'endLine') return 'and lines are whole numbers from 1'
  return 'which is not a text'
}

function fits(name: FieldName, value: number): boolean {
  return name === 'score' ? Number.isFinite(value) : Number.isSafeInteger(value) && value >= 1
}

/** Numbers may come as text: that is how databases send exact ones. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

function noList(answer: unknown, written: string | undefined, found: unknown): EngineFailure {
  const where = written === undefined ? 'the answer has no list of hits in a usual place' : `\`${written}\` is no list`
  const what = written === undefined || found === null || found === undefined ? '' : `, it is ${excerpt(found)}`
  const keys = isObject(answer) ? `; keys of the answer: ${Object.keys(answer).slice(0, 12).join(', ') || 'none'}` : ''
  return new EngineFailure(`${where}${what}: ${adviceFor(answer)}${keys}; it begins ${excerpt(answer)}`)
}

/** What to do about an answer without a list. It stands before the answer's beginning, which may be long and is cut. */
function adviceFor(answer: unknown): string {
  if (answer === null) return 'an empty list says that nothing was found'
  const there = listOfObjects(answer)
  return there === undefined ? 'name it with `hits.list`' : `name it with \`hits.list: ${there}\``
}
