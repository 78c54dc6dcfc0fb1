import { describe, expect, it } from 'vitest'
import { markdownStories } from '../../src/reports/markdown-story.ts'
import type { QueryStory, StoryAnswer } from '../../src/reports/query-story.ts'

function story(...now: readonly string[]): QueryStory {
  const answers = now.map((rank, index): StoryAnswer => ({ place: { id: `${index}.md` }, before: '1', now: rank }))
  return {
    id: 'Q1',
    text: 'Why?',
    pinned: false,
    strategy: 'bm25',
    alsoOn: [],
    answers,
    instead: [],
    takesPlace: false,
  }
}

const told = (...now: readonly string[]) => markdownStories([story(...now)], 1, {}, { answers: 1, instead: 1 })

describe('the answers of a question that there is no room for', () => {
  it('are counted with the best rank that one of them has now', () => {
    expect(told('not in the first 50', '3')).toMatch(/ · 1 more expected answer at rank 3$/)
    expect(told('not in the first 50', '7', 'not in the first 50', '4')).toMatch(
      / · 3 more expected answers, the best at rank 4$/,
    )
  })

  it('are said to be lost where none of them is found', () => {
    expect(told('9', 'not in the first 50')).toMatch(/ · 1 more expected answer, not found$/)
  })

  it('are none where all are told', () => {
    expect(told('9')).not.toContain('more expected')
  })
})
