import type { z } from 'zod'
import { UserError } from '../errors.ts'

/**
 * What the runner or GitHub handed over, in the shape that it promises.
 * @throws UserError with `what` and every place that is not as promised
 */
export function parsePayload<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const found = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`).join('; ')
  throw new UserError({ what, found, hint: 'outside GitHub Actions, use the command `retrieval-gate run`' })
}
