import { isObject } from './obvious-fields.ts'

/** Objects within objects that are looked into. */
const DEEPEST = 3

/** Where a list of objects stands in an answer, as an expression: `response.found`; the first one of the least depth. */
export function listOfObjects(answer: unknown): string | undefined {
  let level: (readonly [path: string, value: unknown])[] = [['', answer]]
  for (let depth = 0; depth < DEEPEST; depth++) {
    level = level.flatMap(([path, value]) =>
      isObject(value)
        ? Object.entries(value).flatMap(([key, held]) => (isPlain(key) ? [[`${path}${key}`, held] as const] : []))
        : [],
    )
    const found = level.find(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isObject))
    if (found !== undefined) return found[0]
    level = level.map(([path, value]) => [`${path}.`, value] as const)
  }
  return undefined
}

/** A key that needs no quotes in an expression, and under which no service tells what went wrong. */
function isPlain(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !/error|warning|detail/i.test(key)
}
