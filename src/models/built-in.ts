import type { AnalysisSettings } from '../analysis/terms-of-token.ts'
import type { ModelType } from './model-type.ts'
import { ENGLISH, wordSchema } from './word-settings.ts'

/** A model that is part of the program and reads words. Its type's name serves as its own, with default settings. */
export function builtIn<Model>(
  summary: string,
  make: (words: AnalysisSettings) => Model,
): ModelType<Partial<AnalysisSettings>, Model> {
  return {
    summary,
    schema: wordSchema,
    external: false,
    load: async (settings) => make({ ...ENGLISH, ...settings }),
  }
}
