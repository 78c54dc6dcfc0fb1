import { brokenQueries } from '../../reports/changed-queries.ts'
import { placeName } from '../../reports/place.ts'
import { changeStory, insteadWords, type StoryAnswer, type StoryHit } from '../../reports/query-story.ts'
import type { Outcome } from '../../reports/report.ts'
import { visibleText } from '../../reports/visible-text.ts'

/** What is told of one question. */
const LINES = 3

/**
 * The questions that broke, worst first, at most `most` of them: each with where its answers ranked before and where they are
 * now, and with what stands in their place.
 */
export function brokenLines(outcome: Outcome, most: number): string[] {
  return brokenQueries(outcome)
    .slice(0, most)
    .flatMap(({ change, strategy, alsoOn }) => {
      const story = changeStory(change, strategy, alsoOn, outcome.report.depth)
      const instead = story.takesPlace ? story.instead.slice(0, 1).map(hitText) : []
      return [
        visibleText(`${story.id}  ${story.text}`),
        ...story.answers.slice(0, LINES).map((answer) => `  ${visibleText(answerText(answer))}`),
        ...instead.map((hit) => `  ${visibleText(`${insteadWords(story)} ${hit}`)}`),
      ]
    })
}

function answerText({ place, before, now, movedTo, changed }: StoryAnswer): string {
  const to = movedTo === undefined ? '' : ` ${placeName(movedTo)}`
  const move = before === now ? `rank ${now} as before` : `rank ${before} → ${now}`
  return `${placeName(place)}: ${move}${to}${changed ? ', and it changed' : ''}`
}

function hitText({ place, rank, isNew, changed }: StoryHit): string {
  const since = isNew ? ', which is new' : changed ? ', which changed' : ''
  return `${placeName(place)} at rank ${rank}${since}`
}
