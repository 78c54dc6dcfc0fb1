import { expression } from '../engine/expression.ts'
import type { HitsSettings } from '../engine/hits-settings.ts'
import { isObject, obviousField, obviousList } from '../engine/obvious-fields.ts'

const NAMES = ['path', 'document', 'id'] as const

/** Tells whether an object is a hit itself: it has a hit's name, and no list of hits in it. */
export function loneHit(settings: HitsSettings): (value: unknown) => boolean {
  if (settings.list !== undefined) return () => false
  const readers = NAMES.map((name) => {
    const written = settings[name]
    return written === undefined ? (value: unknown) => obviousField(value, name) : expression(written)
  })
  const isName = (found: unknown): boolean => typeof found === 'string' || typeof found === 'number'
  return (value) => isObject(value) && obviousList(value) === undefined && readers.some((read) => isName(read(value)))
}
