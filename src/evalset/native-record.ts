import { z } from 'zod'

const label = z.union([z.string().min(1), z.number()]).transform(String)

const answer = z
  .strictObject({
    path: z.string().min(1).optional(),
    lines: z
      .tuple([z.int().min(1), z.int().min(1)])
      .refine(([first, last]) => first <= last, { error: 'the lines are reversed: write the first one first' })
      .optional(),
    id: label.optional(),
    grade: z.int().min(0).default(1),
  })
  .refine(({ path, id }) => (path === undefined) !== (id === undefined), { error: 'give either `path` or `id`' })
  .refine(({ path, lines }) => path !== undefined || lines === undefined, { error: '`lines` needs `path`' })

export type Answer = z.output<typeof answer>

/** One line of a native eval set. Keys beyond these are warned about and ignored. */
export const nativeRecord = z.looseObject({
  id: label,
  query: z.string().refine((text) => text.trim() !== '', { error: 'the question is empty' }),
  expected_files: z.array(z.string().min(1)).optional(),
  expected: z.array(z.union([z.string().min(1), answer])).optional(),
  expected_id: label.nullable().optional(),
  category: label.nullish(),
  difficulty: label.nullish(),
  language: label.nullish(),
  tags: z.array(z.string()).nullish(),
  split: z.enum(['dev', 'test']).nullish(),
  pinned: z.boolean().nullish(),
  cluster: label.nullish(),
  /** A note for people. */
  must_contain: z.unknown().optional(),
})

export type NativeRecord = z.output<typeof nativeRecord>
