import { z } from 'zod'

/**
 * An object with any keys of the user's own. `z.record` leaves out the key `__proto__`, and a query, file or category may
 * have that name.
 */
export function recordOf<T extends z.ZodType>(value: T) {
  return z.custom<Readonly<Record<string, unknown>>>(isRecord, 'expected an object').transform((given, context) => {
    const entries: [string, z.output<T>][] = []
    for (const [key, held] of Object.entries(given)) {
      const parsed = value.safeParse(held)
      if (parsed.success) entries.push([key, parsed.data])
      else {
        for (const { message, path } of parsed.error.issues)
          context.issues.push({ code: 'custom', message, path: [key, ...path], input: held })
      }
    }
    return Object.fromEntries(entries)
  })
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
