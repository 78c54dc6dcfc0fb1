const JOINERS = /[-_'’.,]+/
/** Between lower and upper case, before the last capital of an acronym, and between letters and digits. */
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/u
/** Of one kind of character only, the first perhaps a capital: no hump. */
const SMOOTH = /^(?:[A-Z]?[a-z]*|[A-Z]+|[0-9]+)$/

/** What is left of an English short form behind the apostrophe. */
const CLITICS: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've'])
const SHORT_FORM = /^([^'’]+)['’]([a-z]{1,2})$/i

/** The words that a token is made of: `getUserName`, `get_user_name` and `get-user-name` have the same three. */
export function wordParts(token: string): string[] {
  const parts: string[] = []
  for (const part of withoutClitic(token).split(JOINERS)) {
    if (part === '') continue
    if (SMOOTH.test(part)) parts.push(part)
    else parts.push(...part.split(HUMPS))
  }
  return parts
}

function withoutClitic(token: string): string {
  const [, word, rest] = SHORT_FORM.exec(token) ?? []
  return word !== undefined && rest !== undefined && CLITICS.has(rest.toLowerCase()) ? word : token
}
