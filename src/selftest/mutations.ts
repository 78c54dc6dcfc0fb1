import type { Mutation } from './mutation.ts'
import { dropTopHit } from './mutations/drop-top-hit.ts'
import { removeDocuments } from './mutations/remove-documents.ts'
import { shuffleTop } from './mutations/shuffle-top.ts'
import { swapRanks } from './mutations/swap-ranks.ts'

/** Every mutation of rankings that the selftest tries, by name. */
export const mutations = {
  'drop-top-hit': dropTopHit,
  'swap-ranks': swapRanks,
  'remove-documents': removeDocuments,
  'shuffle-top': shuffleTop,
} satisfies Record<string, Mutation>
