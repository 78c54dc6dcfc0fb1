import type { generateText } from 'ai'

export type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

/** The AI SDK, loaded when first used, without its messages on the console: what matters is in results and errors. */
export async function sdk(): Promise<typeof import('ai')> {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return import('ai')
}
