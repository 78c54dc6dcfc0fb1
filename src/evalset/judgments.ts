import type { Judgment, Target } from '../model.ts'

export interface Graded {
  readonly target: Target
  readonly grade: number
}

/**
 * Targets with grades as judgments whose ids are unique. A target that is given twice counts once: with the grade of the
 * first, or, where the grades contradict each other, as a problem.
 */
export function toJudgments(graded: readonly Graded[]): {
  judgments: Judgment[]
  repeated: string[]
  problems: string[]
} {
  const known = new Map<string, number>()
  const ids = new Set<string>()
  const result = { judgments: [] as Judgment[], repeated: [] as string[], problems: [] as string[] }
  for (const { target, grade } of graded) {
    const printed = targetText(target)
    const key = `${target.kind} ${printed}`
    const first = known.get(key)
    if (first === undefined) {
      known.set(key, grade)
      result.judgments.push({ id: uniqueId(printed, ids), target, grade })
    } else if (first === grade) result.repeated.push(printed)
    else result.problems.push(`"${printed}" is judged twice, with grades ${first} and ${grade}`)
  }
  return result
}

/** A target as a person would write it: `src/a.ts:10-25`. */
export function targetText(target: Target): string {
  switch (target.kind) {
    case 'id':
      return target.id
    case 'file':
      return target.path
    case 'glob':
      return target.pattern
    case 'lines':
      return `${target.path}:${target.startLine}-${target.endLine}`
  }
}

/** A document id may print like a path. */
function uniqueId(printed: string, taken: Set<string>): string {
  let id = printed
  for (let count = 2; taken.has(id); count++) id = `${printed}#${count}`
  taken.add(id)
  return id
}
