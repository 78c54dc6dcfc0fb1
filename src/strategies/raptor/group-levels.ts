import type { Tree } from './halving-tree.ts'

/** Groups of one level, as numbers of what lies below: of rows at the first level, of groups above. */
export type Level = readonly (readonly number[])[]

/**
 * Groups level by level, each of at most `size`: at first what a tree holds together, then halves whose groups are no more
 * than that. So the upper levels follow from the lowest, and a text that changes moves nothing there.
 */
export function groupLevels(tree: Tree, size: number, most: number): Level[] {
  const levels: Level[] = []
  let above = tree
  while (levels.length < most) {
    const groups: (readonly number[])[] = []
    above = raised(above, size, groups)
    levels.push(groups)
    if (groups.length === 1) break
  }
  return levels
}

/** The tree over what it holds together, which is put down in `groups`. */
function raised(tree: Tree, size: number, groups: (readonly number[])[]): Tree {
  if ('members' in tree) return { members: [groups.push(tree.members) - 1] }
  const [left, right] = tree.halves.map((half) => raised(half, size, groups)) as [Tree, Tree]
  if ('members' in left && 'members' in right) {
    const members = [...left.members, ...right.members]
    if (members.length <= size) return { members }
  }
  return { halves: [left, right] }
}
