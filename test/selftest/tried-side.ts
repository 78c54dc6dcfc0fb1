import { decideOutcome } from '../../src/decide-outcome.ts'
import type { SelftestOptions } from '../../src/selftest/selftest-options.ts'
import { query, type Side } from '../comparison/sides.ts'

const QUESTIONS = 40
const ids = Array.from({ length: QUESTIONS }, (_, index) => `q${String(index).padStart(2, '0')}`)

/** Ten documents from a question's own on, so that strategies agree on much and not on all. */
const found = (index: number, shift: number) =>
  Array.from({ length: 10 }, (_, rank) => `${ids[(index + ((rank + shift) % 10)) % QUESTIONS]}.md`)

/**
 * Three strategies: one that is right, one that has the answer in third place for a third of the questions, and one that
 * has it at the end. Some questions have two answers, lines, or none.
 */
export const triedSide: Side = {
  queries: ids.map((id, index) =>
    query(id, answersOf(id, index), { category: index % 2 === 0 ? 'even' : 'odd', pinned: index === 3 }),
  ),
  documents: Object.fromEntries(ids.map((id) => [`${id}.md`, `text of ${id}`])),
  strategies: {
    right: { rankings: Object.fromEntries(ids.map((id, index) => [id, found(index, 0)])) },
    near: { rankings: Object.fromEntries(ids.map((id, index) => [id, found(index, index % 3 === 0 ? 8 : 0)])) },
    late: { rankings: Object.fromEntries(ids.map((id, index) => [id, found(index, 1)])) },
  },
}

function answersOf(id: string, index: number): string[] {
  if (index % 8 === 7) return []
  return index % 4 === 1 ? [`${id}.md`, `${ids[(index + 2) % QUESTIONS]}.md`] : [`${id}.md`]
}

/** A quick selftest; `decide` is what a run does. */
export const tryOptions: SelftestOptions = {
  async decide(base, head) {
    const baseline = { report: base, label: 'selftest', source: 'selftest', note: 'the same twice' }
    return (await decideOutcome(head, baseline, { root: null, seed: 'seed', links: {} })).verdict
  },
  seed: 'seed',
  trials: 60,
  repeats: 4,
  progress() {},
  async pause() {},
}
