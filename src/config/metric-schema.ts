import { z } from 'zod'
import { UserError } from '../errors.ts'
import type { RegisteredMetric, Registries } from './registries.ts'

/** A metric by its id; the output is the metric, whose `id` is the canonical spelling. */
export function metricSchema(parseMetric: Registries['parseMetric']) {
  return z.string().transform((id, context): RegisteredMetric => {
    try {
      return parseMetric(id)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const { what, expected, hint } = error.explanation
      context.issues.push({ code: 'custom', message: lowerFirst(what), params: { expected, hint }, input: id })
      return z.NEVER
    }
  })
}

/** The sentence goes on after the key's name. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
