import type { ModelIdentity } from './raw-model.ts'

/** How people call a model: `openai/text-embedding-3-small`, with its revision where it is pinned. */
export function modelLabel({ provider, model, revision }: ModelIdentity): string {
  return `${provider}/${model}${revision === undefined ? '' : `@${shortened(revision)}`}`
}

/** Of a commit or a hash its beginning, as git shows it. */
function shortened(revision: string): string {
  return revision.replaceAll(/\b[0-9a-f]{40,}\b/g, (hash) => hash.slice(0, 8))
}

/** All that decides what a model answers, the same text for the same. */
export function identityText(role: string, identity: ModelIdentity): string {
  const { provider, model, revision = null, parameters } = identity
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return JSON.stringify([role, provider, model, revision, sorted])
}
