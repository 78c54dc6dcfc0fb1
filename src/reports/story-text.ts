import { placeName } from './place.ts'
import { insteadWords, type QueryStory, type StoryAnswer, type StoryHit } from './query-story.ts'

/** A query's story as one plain line: "expected docs/a.md: rank 1 → 14; in its place docs/b.md:1-9 at rank 1 (new in this pull request)". */
export function storyText(story: QueryStory, most = 3): string {
  const instead = story.instead.slice(0, most).map(hitText)
  return [
    ...story.answers.slice(0, most).map(answerText),
    ...(instead.length === 0 ? [] : [`${insteadWords(story)} ${instead.join(' and ')}`]),
  ].join('; ')
}

function answerText({ place, before, now, movedTo, changed }: StoryAnswer): string {
  const name = `expected ${placeName(place)}${changed ? ' (changed in this pull request)' : ''}`
  const move = before === null ? now : `rank ${before} → ${now}`
  return `${name}: ${move}${movedTo === undefined ? '' : ` ${placeName(movedTo)}`}`
}

function hitText({ place, rank, isNew, changed }: StoryHit): string {
  const since = isNew ? ' (new in this pull request)' : changed ? ' (changed in this pull request)' : ''
  return `${placeName(place)} at rank ${rank}${since}`
}
