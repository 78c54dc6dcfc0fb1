import { markdownCode, markdownLink, markdownText } from './markdown-text.ts'
import { type Place, placeAddress, placeName } from './place.ts'
import type { QueryStory, StoryAnswer } from './query-story.ts'
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
  const also = story.alsoOn.slice(0, 5).map((name) => markdownCode(name, 80))
  const parts = [
    ...story.answers.slice(0, limits.answers).map((answer) => answerText(answer, links)),
    ...more(story.answers.length - limits.answers, 'more expected'),
    ...insteadText(story, links, limits.instead),
    ...(also.length > 0 ? [`broke also on ${also.join(', ')}`] : []),
  ]
  return `${number}. ${title}\\\n${' '.repeat(`${number}. `.length)}${parts.join(' · ')}`
}

/** A place as code, linked to its lines where they can be shown. */
export function markdownPlace(place: Place, links: Links): string {
  return markdownLink(markdownCode(placeName(place), 200), placeAddress(place, links))
}

function answerText({ place, before, now, gone, movedTo }: StoryAnswer, links: Links): string {
  const name = gone ? markdownCode(placeName(place), 200) : markdownPlace(place, links)
  const change =
    before === null ? `**${now}**` : before === now ? `rank ${now} as before` : `rank ${before} → **${now}**`
  return `expected ${name} · ${change}${movedTo === undefined ? '' : ` ${markdownPlace(movedTo, links)}`}`
}

function insteadText({ instead, answers }: QueryStory, links: Links, most: number): readonly string[] {
  const shown = instead.slice(0, most).map(({ place, rank, isNew }) => {
    return `${markdownPlace(place, links)} at rank ${rank}${isNew ? ', **new in this pull request**' : ''}`
  })
  if (shown.length === 0) return []
  return [`${answers[0]?.before === null ? 'found instead' : 'in its place'} ${shown.join(' and ')}`]
}

function more(number: number, what: string): readonly string[] {
  return number > 0 ? [`${number} ${what}`] : []
}
