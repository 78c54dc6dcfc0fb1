import { inlineYaml } from '../config/inline-yaml.ts'

/** The swept keys as short as they can be told apart: `maxTokens`, or `bm25.b` and `title.b`. */
export function shortKeys(keys: readonly string[]): string[] {
  const parts = keys.map((key) => key.split('.'))
  return parts.map((own, index) => {
    for (let length = 1; length < own.length; length++) {
      const short = own.slice(-length).join('.')
      const isTaken = parts.some((other, place) => place !== index && other.slice(-length).join('.') === short)
      if (!isTaken) return short
    }
    return own.join('.')
  })
}

/** A value as one writes it; nothing is what the strategy takes by itself. */
export function valueText(value: unknown): string {
  return value === undefined || value === null ? 'default' : inlineYaml(value)
}

/** A setting in a few words: `maxTokens 128, b 0.3`. */
export function settingLabel(keys: readonly string[], values: readonly unknown[]): string {
  return shortKeys(keys)
    .map((key, index) => `${key} ${valueText(values[index])}`)
    .join(', ')
}
