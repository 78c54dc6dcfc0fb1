import { UNJUDGED } from '../model.ts'
import { rankingFamily } from './ranking-family.ts'

export const judged = rankingFamily({
  name: 'judged',
  cut: 'required',
  source: "ir_measures' Judged",
  summary:
    'Share of the top k that has a judgment, whatever its grade. Divided by k. Low values mean that other metrics rest on ' +
    'few labels; a fall beside a falling score may be missing labels, not worse retrieval.',
  score({ labels, start, end }, k) {
    const cut = Math.min(end, start + k)
    let count = 0
    for (let i = start; i < cut; i++) if (labels[i] !== UNJUDGED) count++
    return count / k
  },
})
