import type { Chunk } from '../model.ts'

/** Where a chunk stands, for a model that is shown it: its path and the headings above it, each on a line; may be empty. */
export function aboveText({ path, headings }: Pick<Chunk, 'path' | 'headings'>): string {
  const lines = [...(path === undefined ? [] : [`File: ${path}`]), ...headings.map((heading) => `# ${heading}`)]
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`
}
