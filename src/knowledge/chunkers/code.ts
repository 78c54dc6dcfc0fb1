import type { Chunker } from '../chunker.ts'

export const code: Chunker = {
  summary:
    'TypeScript, JavaScript, Python, Go, Rust and Java by their syntax: a function, method or class with its comments ' +
    'is a chunk, small neighbours merged, large ones cut between statements; Markdown as by `heading`; other files as by `lines`.',
  load: async () => (await import('../code/cut-code.ts')).loadCodeCutter(),
}
