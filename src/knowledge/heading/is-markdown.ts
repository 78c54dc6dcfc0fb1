const MARKDOWN = /\.(?:md|markdown|mdown|mkdn?|mdx|mdc|qmd|rmd)$/i

/** Whether a path's ending says Markdown or a superset of it. */
export function isMarkdown(path: string): boolean {
  return MARKDOWN.test(path)
}
