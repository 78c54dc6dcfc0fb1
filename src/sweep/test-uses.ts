import { z } from 'zod'

const testUseSchema = z.object({
  /** Of the questions and judgments of `test`: other questions have not been looked at. */
  evalSet: z.string(),
  strategy: z.string(),
  metric: z.string(),
  /** Swept key -> value of the setting that was scored. */
  values: z.record(z.string(), z.unknown()),
  gain: z.number(),
  commit: z.string().nullable(),
})

/** One look at the `test` split. */
export type TestUse = z.infer<typeof testUseSchema>

const ledgerSchema = z.object({ schemaVersion: z.literal(1), testUses: z.array(testUseSchema) })

/** The looks that an earlier `sweep.json` has noted; none where there is no such file, null where it is not one. */
export function readTestUses(text: string | undefined): readonly TestUse[] | null {
  if (text === undefined) return []
  try {
    const read = ledgerSchema.safeParse(JSON.parse(text))
    return read.success ? read.data.testUses : null
  } catch {
    return null
  }
}

/** How many of the looks were at these questions. */
export function looksAt(evalSet: string, uses: readonly TestUse[]): number {
  return uses.filter((use) => use.evalSet === evalSet).length
}
