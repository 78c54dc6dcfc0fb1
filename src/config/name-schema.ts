import { z } from 'zod'

/** A name that files, artifact names and hidden markers in comments can carry. */
export const nameSchema = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._]|-(?!-))*$/, {
    error: 'letters, digits, `.`, `_` and single `-`, beginning with a letter or digit',
  })
