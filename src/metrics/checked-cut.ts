import { UserError } from '../errors.ts'

interface Cuttable {
  readonly name: string
  readonly form: string
  readonly takesK: boolean
  readonly needsK: boolean
}

/** Throws a `UserError` where a family is given a cut that it does not take, lacks the one it needs, or cannot use it. */
export function checkedCut(family: Cuttable, k: number | undefined): void {
  if (k === undefined && family.needsK) refuse(family, `The metric "${family.name}" needs a number`, family.name)
  if (k === undefined) return
  if (!family.takesK) refuse(family, `The metric "${family.name}" takes no number`, `${family.name}@${k}`)
  if (!Number.isSafeInteger(k) || k < 1) refuse(family, `The number of "${family.name}" must be 1 or more`, String(k))
}

function refuse(family: Cuttable, what: string, found: string): never {
  throw new UserError({ what, expected: family.form, found })
}
