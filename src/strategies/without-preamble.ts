/** A line that opens or closes a block of code. */
export const FENCE = /^\s*(?:```|~~~)[\w-]*\s*$/
/** How models begin what they were told to leave out. */
const POLITE =
  /^\**(?:sure|certainly|of course|absolutely|okay|ok|here (?:is|are|you (?:are|go))|here[’']s|below (?:is|are))\b/iu
/** How a line ends that announces the next. */
const ANNOUNCING = /[:：]\**$/u

/** What a model wrote, without a line that only announces it ("Sure! Here is a summary:") and without a fence around it. */
export function withoutPreamble(text: string): string {
  const [first = '', ...others] = text.trim().split(/\r?\n/)
  const rest = others.join('\n').trim()
  return unfenced(rest !== '' && announces(first) ? rest : text.trim())
}

function announces(line: string): boolean {
  const trimmed = line.trim()
  return POLITE.test(trimmed) && ANNOUNCING.test(trimmed)
}

/** Only where all of it lies in one block: code that a text quotes stays as it is. */
function unfenced(text: string): string {
  const [first = '', ...lines] = text.split(/\r?\n/)
  if (!FENCE.test(first)) return text
  const inner = FENCE.test(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines
  return inner.some((line) => FENCE.test(line)) ? text : inner.join('\n').trim()
}
