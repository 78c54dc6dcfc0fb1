import { fewOf } from '../gate/pinned-by-question.ts'
import { type Html, html } from './html.ts'
import { type Place, placeAddress, placeName } from './place.ts'
import { insteadWords, type QueryStory, type StoryAnswer } from './query-story.ts'
import type { Links } from './report.ts'

/** One failing query: the question, where its answers ranked before and now, and what took their place. */
export function htmlStory(story: QueryStory, links: Links): Html {
  const { id, text, pinned, strategy, alsoOn, answers } = story
  return html`<li>
<h3><span class="id">${id}</span> ${text || '(no text)'} ${pinned && html`<span class="tag">pinned</span> `}<span class="on">${fewOf([strategy, ...alsoOn], NAMED)}</span></h3>
<ul>
${answers.map((answer) => answerItem(answer, links))}${insteadItems(story, links)}</ul>
</li>
`
}

/** Strategies that are named: in a line of their own a few more fit than in a sentence. */
const NAMED = 5

function answerItem({ place, before, now, movedTo, changed }: StoryAnswer, links: Links): Html {
  const change = before === null ? html`<b>${now}</b>` : html`rank ${before} → <b>${now}</b>${changed && CHANGED}`
  const where = movedTo !== undefined && html` ${htmlPlace(movedTo, links)}`
  return html`<li>expected ${htmlPlace(place, links)}: ${change}${where}</li>
`
}

function insteadItems(story: QueryStory, links: Links): readonly Html[] {
  const words = insteadWords(story)
  return story.instead.map(({ place, rank, isNew, changed }) => {
    const since = isNew ? NEW : changed && CHANGED
    return html`<li>${words} ${htmlPlace(place, links)} at rank ${rank}${since}</li>
`
  })
}

const NEW = html` <span class="tag">new in this pull request</span>`
const CHANGED = html` <span class="tag quiet">changed in this pull request</span>`

function htmlPlace(place: Place, links: Links): Html {
  const address = placeAddress(place, links)
  const name = html`<code>${placeName(place)}</code>`
  return address === undefined ? name : html`<a href="${new URL(address).href}">${name}</a>`
}
