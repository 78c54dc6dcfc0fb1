import { count } from '../numbers.ts'
import { markdownCode, markdownLink, markdownProse, markdownText } from './markdown-text.ts'
import { type Place, placeAddress, placeName } from './place.ts'
import { insteadWords, type QueryStory, type StoryAnswer, type StoryHit } from './query-story.ts'
import { quotedFew } from './quoted.ts'
import type { Links } from './report.ts'

/** How much of a query's story there is room for. */
export interface StoryLimits {
  readonly answers: number
  readonly instead: number
}

/** A numbered list of queries, counted from `first`. */
export function markdownStories(
  stories: readonly QueryStory[],
  first: number,
  links: Links,
  limits: StoryLimits,
): string {
  return stories.map((story, index) => markdownStory(story, first + index, links, limits)).join('\n')
}

/** A numbered item: the question, then what was expected and where it ranked, then what took its place. */
function markdownStory(story: QueryStory, number: number, links: Links, limits: StoryLimits): string {
  const pinned = story.pinned ? ' 📌 pinned' : ''
  const title = `**${markdownText(story.id, 80)} · ${markdownText(story.text, 240) || '(no text)'}**${pinned}`
  const parts = [
    ...story.answers.slice(0, limits.answers).map((answer) => answerText(answer, links)),
    ...more(story.answers.slice(limits.answers)),
    ...insteadText(story, links, limits.instead),
    ...(story.alsoOn.length > 0 ? [`broke also on ${markdownProse(quotedFew(story.alsoOn, 3))}`] : []),
  ]
  return `${number}. ${title}\\\n${' '.repeat(`${number}. `.length)}${parts.join(' · ')}`
}

/** A place as code, linked to its lines where they can be shown. */
export function markdownPlace(place: Place, links: Links): string {
  return markdownLink(markdownCode(placeName(place), 200), placeAddress(place, links))
}

function answerText({ place, before, now, gone, movedTo, changed }: StoryAnswer, links: Links): string {
  const name = gone ? markdownCode(placeName(place), 200) : markdownPlace(place, links)
  const change =
    before === null ? `**${now}**` : before === now ? `rank ${now} as before` : `rank ${before} → **${now}**`
  return `expected ${name}${changed ? ' (changed in this pull request)' : ''} · ${change}${movedTo === undefined ? '' : ` ${markdownPlace(movedTo, links)}`}`
}

function insteadText(story: QueryStory, links: Links, most: number): readonly string[] {
  const shown = story.instead.slice(0, most).map((hit) => {
    return `${markdownPlace(hit.place, links)} at rank ${hit.rank}${sinceBase(hit)}`
  })
  return shown.length === 0 ? [] : [`${insteadWords(story)} ${shown.join(' and ')}`]
}

function sinceBase({ isNew, changed }: StoryHit): string {
  if (isNew) return ', **new in this pull request**'
  return changed ? ', changed in this pull request' : ''
}

/** Answers that there is no room for, and the best rank of them: the question may still be answered by one. */
function more(answers: readonly StoryAnswer[]): readonly string[] {
  if (answers.length === 0) return []
  const told = count(answers.length, 'more expected answer')
  const ranks = answers.map(({ now }) => Number(now)).filter((rank) => rank > 0)
  if (ranks.length === 0) return [`${told}, not found`]
  return [`${told}${answers.length === 1 ? '' : ', the best'} at rank ${Math.min(...ranks)}`]
}
