import { z } from 'zod'
import type { Acceptance } from '../../baseline/acceptance-schema.ts'

/** Put on a pull request, it accepts whatever rules fail: GitHub lets only people with triage rights do that. */
const LABEL = 'accept-retrieval-loss'

const labelled = z.object({ pull_request: z.object({ labels: z.array(z.object({ name: z.string() })) }) })

/** What a label on the pull request accepts. */
export function acceptedByLabel(payload: unknown): Acceptance[] {
  const parsed = labelled.safeParse(payload)
  if (!parsed.success || !parsed.data.pull_request.labels.some(({ name }) => name === LABEL)) return []
  return [{ rule: '*', reason: 'whatever fails here', who: `label \`${LABEL}\`` }]
}
