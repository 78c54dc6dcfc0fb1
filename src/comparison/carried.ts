import type { Target } from '../model.ts'

/** A target in the other side's coordinates, or why it has none: it did not exist there, or nobody can find it. */
export type Carried = { readonly target: Target } | { readonly reason: 'new' | 'unmapped' }
