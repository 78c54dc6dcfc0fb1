import { type Headers, isCredential, variablesIn } from './header-keys.ts'

export interface Asked {
  /** As they are written in the config. */
  readonly headers: Headers
  /** What an address that is not there is called in the config; nothing is said of it without. */
  readonly place?: string
}

/** What to do about an answer that refuses, for the end of a message: of which key, which setting. Empty where it is not known. */
export function statusAdvice(status: number, { headers, place }: Asked): string {
  const key = keyIn(headers)
  const none = 'no header holds a key; where it wants one: `headers: { Authorization: "Bearer {{env.SEARCH_KEY}}" }`'
  if (status === 401) return `; ${key === undefined ? none : `is the key right, and still valid? It is ${key}`}`
  if (status === 403) return `; ${key === undefined ? none : `may the key do this? It is ${key}`}`
  if ((status === 404 || status === 405) && place !== undefined) return `; is ${place} right?`
  if (status !== 429) return ''
  const quota = key === undefined ? '' : `, or the quota of the key, which is ${key}`
  return `; it is asked too often: see \`concurrency\` and \`requestsPerSecond\`${quota}`
}

/** Where the key stands: an environment variable, rather than a header with one written out. */
function keyIn(headers: Headers): string | undefined {
  const written = Object.entries(headers)
  const taken = written.filter(([, text]) => variablesIn(text).length > 0)
  const [header, text] =
    taken.find(([name]) => isCredential(name)) ?? taken[0] ?? written.find(([name]) => isCredential(name)) ?? []
  if (header === undefined || text === undefined) return undefined
  const variables = variablesIn(text)
  return variables.length === 0
    ? `written out in the header \`${header}\``
    : `in the ${variables.length === 1 ? 'variable' : 'variables'} ${variables.join(', ')} (header \`${header}\`)`
}
