import { canaryModelText, cosineText, leastCosine, SAME_MODEL } from '../models/canary.ts'
import type { GateInput } from './gate-input.ts'

/** Models that are not what they were for the baseline, though they have the same name. */
export function changedModels({ head, base }: Pick<GateInput, 'head' | 'base'>): string[] {
  return (head.canaries ?? []).flatMap((now) => {
    const before = base?.canaries?.find(({ model }) => model === now.model)
    if (before === undefined) return []
    const cosine = leastCosine(before, now)
    if (cosine >= SAME_MODEL) return []
    return [
      `The model behind \`${canaryModelText(now.model)}\` has changed since the baseline (cosine ${cosineText(cosine)}): what changed may come from it, and not from this change. \`baseline: recompute\` evaluates the base with the model of today, once the folder of that model in the model store is deleted: until then both sides take what is stored.`,
    ]
  })
}
