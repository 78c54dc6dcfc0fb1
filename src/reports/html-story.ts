import { type Html, html } from './html.ts'
import { type Place, placeAddress, placeName } from './place.ts'
import type { QueryStory, StoryAnswer } from './query-story.ts'
import type { Links } from './report.ts'

/** One failing query: the question, where its answers ranked before and now, and what took their place. */
export function htmlStory(story: QueryStory, links: Links): Html {
  const { id, text, pinned, strategy, alsoOn, answers, instead } = story
  return html`<li>
<h3><span class="id">${id}</span> ${text || '(no text)'} ${pinned && html`<span class="tag">pinned</span> `}<span class="on">${[strategy, ...alsoOn].join(', ')}</span></h3>
<ul>
${answers.map((answer) => answerItem(answer, links))}${instead.map((hit) => insteadItem(hit, links))}</ul>
</li>
`
}

function answerItem({ place, before, now, movedTo }: StoryAnswer, links: Links): Html {
  const change = before === null ? html`<b>${now}</b>` : html`rank ${before} → <b>${now}</b>`
  const where = movedTo !== undefined && html` ${htmlPlace(movedTo, links)}`
  return html`<li>expected ${htmlPlace(place, links)}: ${change}${where}</li>
`
}

function insteadItem({ place, rank, isNew }: QueryStory['instead'][number], links: Links): Html {
  return html`<li>rank ${rank} is now ${htmlPlace(place, links)}${isNew && html` <span class="tag">new in this pull request</span>`}</li>
`
}

function htmlPlace(place: Place, links: Links): Html {
  const address = placeAddress(place, links)
  const name = html`<code>${placeName(place)}</code>`
  return address === undefined ? name : html`<a href="${new URL(address).href}">${name}</a>`
}
