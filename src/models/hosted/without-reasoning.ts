/**
 * A text without what a model thought aloud before it (`<think>...</think>`, as DeepSeek-R1, Qwen3 and others write it where
 * the server does not take it out). Empty where the model has not come to an end with thinking.
 */
export function withoutReasoning(text: string): string {
  const trimmed = text.trim()
  const end = /<\/think(?:ing)?>/i.exec(trimmed)
  // Some servers leave out the first of the two tags: it is part of the prompt's template.
  if (end !== null) return trimmed.slice(end.index + end[0].length).trim()
  return /^<think(?:ing)?>/i.test(trimmed) ? '' : trimmed
}
