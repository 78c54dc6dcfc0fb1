import { digest } from './digest.ts'
import type { IndexSettings } from './index-settings.ts'
import type { Shelf } from './shelf.ts'

/** The place in an engine that a strategy loads the knowledge base into. */
export interface IndexPlace {
  /** For people, without secrets: the engine and its address. */
  readonly at: string
  /** The same, and what the names there begin with. */
  readonly title: string
  readonly shelf: Shelf
  readonly settings: IndexSettings
  /** Without it the index has no vectors. */
  readonly embedder: string | undefined
  /** All else that decides what a row is: of the engine. */
  readonly layout: readonly unknown[]
  /** Where at that address names are looked for, which may depend on more than the settings say. */
  home?(signal: AbortSignal): Promise<string>
  /** An error of the engine's for people, where its own words are not. */
  said?(error: unknown): string
  close(): Promise<void>
}

/** What went wrong in a place. */
export function saidIn({ said }: Pick<IndexPlace, 'said'>, error: unknown): string {
  return said?.(error) ?? (error instanceof Error ? error.message : String(error))
}

/** Tells the states of strategies that share a place: by their settings, which is known without a model. */
export function kindOf({ layout, embedder, settings }: Pick<IndexPlace, 'layout' | 'embedder' | 'settings'>): string {
  return digest([layout, embedder ?? null, settings.dimensions ?? null])
}
