import { digest } from './digest.ts'
import type { IndexSettings } from './index-settings.ts'
import type { Shelf } from './shelf.ts'

/** The place in an engine that a strategy loads the knowledge base into. */
export interface IndexPlace {
  /** For people, without secrets: the engine's address, and what the names there begin with. */
  readonly title: string
  readonly shelf: Shelf
  readonly settings: IndexSettings
  /** Without it the index has no vectors. */
  readonly embedder: string | undefined
  /** All else that decides what a row is: of the engine. */
  readonly layout: readonly unknown[]
  close(): Promise<void>
}

/** Tells the states of strategies that share a place: by their settings, which is known without a model. */
export function kindOf({ layout, embedder, settings }: Pick<IndexPlace, 'layout' | 'embedder' | 'settings'>): string {
  return digest([layout, embedder ?? null, settings.dimensions ?? null])
}
