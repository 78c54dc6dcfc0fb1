import { describe, expect, it } from 'vitest'
import { Notices } from '../../src/knowledge/notices.ts'

describe('Notices', () => {
  it('counts each document once for a reason, and names the first three', () => {
    const notices = new Notices()
    for (const id of ['d', 'b', 'a', 'c', 'a']) notices.add({ id }, 'cut at line ends')
    notices.add({ id: 'x' }, 'another thing')
    expect(notices.sentences()).toEqual([
      '1 document another thing: x.',
      '4 documents cut at line ends: a, b, c and 1 more.',
    ])
  })
})
