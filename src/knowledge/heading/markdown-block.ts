/** A block of a Markdown text, as far as cutting needs to know it. Lines are 1-based and inclusive. */
export interface MarkdownBlock {
  readonly kind: 'heading' | 'fence' | 'other'
  readonly startLine: number
  readonly endLine: number
  /** Of a heading: 1 to 6. */
  readonly level?: number
  /** Of a heading: its text without markup. */
  readonly title?: string
  /** The blocks inside (list items, what a quotation holds), where there are some. */
  readonly children: readonly MarkdownBlock[]
}
