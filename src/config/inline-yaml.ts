import { stringify } from 'yaml'

/** A value as YAML on one line, which may stand in `[]` or `{}`: `{ of: [bm25, dense], k: 60 }`. */
export function inlineYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineYaml).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  const entries = Object.entries(value).map(([key, held]) => `${scalar(key)}: ${inlineYaml(held)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** Quoted where it would read as something else inside a list. */
function scalar(value: unknown): string {
  const list = stringify([value], { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false })
  return list.trim().slice(1, -1)
}
