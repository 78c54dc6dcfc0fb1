import type { Node } from 'web-tree-sitter'

/** A node that begins lines of its own, with what leads up to it. Lines are 1-based and inclusive. */
export interface CodeBlock {
  readonly kind: 'import' | 'definition' | 'statement' | 'comment'
  /** Where the comments, decorators or attributes before it begin. */
  readonly startLine: number
  readonly endLine: number
  /** Without a wrapper such as `export`. For a comment, its last part. */
  readonly node: Node
}
