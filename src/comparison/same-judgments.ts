import { compareCodeUnits } from '../code-units.ts'
import type { Judgment, Target } from '../model.ts'

/** Whether two targets point at the same thing in the same words. */
export function sameTarget(a: Target, b: Target): boolean {
  return targetKey(a) === targetKey(b)
}

/** Whether two lists hold the same targets with the same grades, in whatever order. */
export function sameJudgments(a: readonly Judgment[], b: readonly Judgment[]): boolean {
  const keys = (judgments: readonly Judgment[]) =>
    judgments.map(({ grade, target }) => `${grade} ${targetKey(target)}`).sort(compareCodeUnits)
  return JSON.stringify(keys(a)) === JSON.stringify(keys(b))
}

function targetKey(target: Target): string {
  switch (target.kind) {
    case 'id':
      return JSON.stringify(['id', target.id])
    case 'file':
      return JSON.stringify(['file', target.path])
    case 'glob':
      return JSON.stringify(['glob', target.pattern])
    case 'lines':
      return JSON.stringify(['lines', target.path, target.startLine, target.endLine])
  }
}
