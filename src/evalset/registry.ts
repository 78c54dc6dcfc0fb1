import { beir } from './beir.ts'
import type { EvalSetFormat } from './format.ts'
import { nativeJsonl } from './native-jsonl.ts'

/** Every kind of eval set, in the order in which they are asked whether they accept what the config names. */
export const evalSetFormats = { native: nativeJsonl, beir } satisfies Record<string, EvalSetFormat>
