import type { ModelContext } from '../../src/models/model-context.ts'
import { Recorder } from '../../src/models/recorder.ts'

/** A context whose secrets are these. */
export function modelContext(
  secrets: Readonly<Record<string, string>> = {},
  more: Partial<ModelContext> = {},
): ModelContext {
  return {
    name: 'tested',
    baseDirectory: '/',
    fetch,
    secret: (variable) => {
      const value = secrets[variable]
      if (value === undefined) throw new Error(`the environment variable ${variable} is not set`)
      return value
    },
    mask: () => {},
    calls: {},
    recorder: new Recorder(),
    signal: new AbortController().signal,
    notice: () => {},
    ...more,
  }
}
