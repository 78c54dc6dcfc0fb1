import type { Chunk } from '../model.ts'

/** The text that embedders are given of a chunk: what stands above it is part of what it is about. */
export function passageText({ path, headings, text }: Pick<Chunk, 'path' | 'headings' | 'text'>): string {
  return [...(path === undefined ? [] : [path]), ...headings, text].join('\n')
}
