/** A value and the keys that lead to it; in a list, a key is an index. */
export interface Placed {
  readonly path: readonly string[]
  readonly value: unknown
}

/** A parsed config with values set, the given one left as it is; mappings that are missing on the way are made. */
export function withValues(config: unknown, values: readonly Placed[]): unknown {
  return values.reduce((changed, { path, value }) => withValue(changed, path, value), config)
}

function withValue(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(node)) {
    return node.map((item: unknown, index) => (String(index) === key ? withValue(item, rest, value) : item))
  }
  const mapping = (typeof node === 'object' && node !== null ? node : {}) as Readonly<Record<string, unknown>>
  const inner = Object.hasOwn(mapping, key) ? mapping[key] : undefined
  return { ...mapping, [key]: withValue(inner, rest, value) }
}
