import type { MarkdownBlock } from './markdown-block.ts'

/** What stands between a heading and the next one, with the sections of deeper headings after it. */
export interface Section {
  /** From the outermost to the section's own; empty for what stands before the first heading. */
  readonly headings: readonly string[]
  /** 0 for the whole text. */
  readonly level: number
  startLine: number
  endLine: number
  blocks: MarkdownBlock[]
  readonly children: Section[]
}

/**
 * The sections of a text as a tree, its root being the text itself. A section that is only a heading hands that on to
 * its first child, so that no heading is a chunk of its own; it is then left without blocks.
 */
export function readSections(blocks: readonly MarkdownBlock[], lineCount: number, title: readonly string[]): Section {
  const root: Section = { headings: title, level: 0, startLine: 1, endLine: lineCount, blocks: [], children: [] }
  const open = [root]
  let current = root
  for (const block of blocks) {
    if (block.kind === 'heading') {
      current.endLine = block.startLine - 1
      current = openSection(open, block, lineCount)
    }
    current.blocks.push(block)
  }
  if (blocks.length === 0) root.blocks.push({ kind: 'other', startLine: 1, endLine: lineCount, children: [] })
  handOnBareHeadings(root)
  return root
}

function openSection(open: Section[], heading: MarkdownBlock, lineCount: number): Section {
  const level = heading.level ?? 1
  while (open.at(-1)!.level >= level) open.pop()
  const parent = open.at(-1)!
  const headings = heading.title ? [...parent.headings, heading.title] : parent.headings
  const section = { headings, level, startLine: heading.startLine, endLine: lineCount, blocks: [], children: [] }
  parent.children.push(section)
  open.push(section)
  return section
}

function handOnBareHeadings(section: Section): void {
  const [first] = section.children
  if (first !== undefined && section.blocks.every((block) => block.kind === 'heading')) {
    first.startLine = section.startLine
    first.blocks = [...section.blocks, ...first.blocks]
    section.blocks = []
  }
  section.children.forEach(handOnBareHeadings)
}
