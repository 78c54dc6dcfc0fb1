import { UserError } from '../errors.ts'

/** One of `count` parts of the questions; `index` is 1-based. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** `2/8`. Throws `UserError` for anything else. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []
  if (index !== undefined && Number(index) <= Number(count)) return { index: Number(index), count: Number(count) }
  throw new UserError({ what: 'this is no shard', expected: 'a part and their number, such as 2/8', found: text })
}

/** What a shard's file is called. */
export function shardFile({ index, count }: Shard): string {
  return `shard-${index}-of-${count}.json`
}
