/** A Markdown table; the first column is text, the rest are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A share as per cent with one decimal. */
export function percent(share: number): string {
  return (100 * share).toFixed(1)
}
