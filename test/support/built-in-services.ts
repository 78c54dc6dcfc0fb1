import { openServices } from '../../src/models/open-services.ts'
import type { Services } from '../../src/models/services.ts'

/** The models that need no settings, no network and no environment. */
export function builtInServices(): Services {
  return openServices({
    models: { embedders: {}, rerankers: {}, chats: {} },
    env: {},
    baseDirectory: '/',
    fetch: () => Promise.reject(new Error('there is no network here')),
    signal: new AbortController().signal,
    notice: () => {},
  })
}
