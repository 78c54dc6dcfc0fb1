import type { Pooling } from './pooling.ts'

/** The ways of pooling by the names that `1_Pooling/config.json` has for them, up to sentence-transformers 5. */
const FLAGS = /^pooling_mode_(\w+?)(?:_tokens?)?$/

/**
 * What a model says of how its token vectors become one, in `1_Pooling/config.json`: `pooling_mode: "cls"`, as
 * sentence-transformers writes it from version 6 on, or `pooling_mode_cls_token: true`. `other` is what is not done here.
 */
export function ownPooling(config: Readonly<Record<string, unknown>>): Pooling | { readonly other: string } {
  const flags = Object.entries(config).flatMap(([key, value]) => (value === true ? (FLAGS.exec(key)?.[1] ?? []) : []))
  const named = config.pooling_mode === undefined ? flags : [config.pooling_mode].flat().map(String)
  const [only = 'mean', ...others] = named
  if (others.length === 0 && (only === 'mean' || only === 'cls')) return only
  return { other: named.join(' and ') }
}
