import { causeSentences } from './causes.ts'
import { changesTable } from './changes-table.ts'
import { corpusSentence } from './corpus-sentence.ts'
import { countsSentence } from './counts-sentence.ts'
import { errorsTable } from './errors-table.ts'
import { evidenceTable } from './evidence-table.ts'
import { failedRules } from './failed-rules.ts'
import { failingQueries } from './failing-queries.ts'
import { finePrint } from './fine-print.ts'
import { gainsTable } from './gains-table.ts'
import { Html, html, htmlProse } from './html.ts'
import { htmlStory } from './html-story.ts'
import { HTML_STYLE } from './html-style.ts'
import { htmlTable } from './html-table.ts'
import { leaderboardTable } from './leaderboard-table.ts'
import { metricsTable } from './metrics-table.ts'
import { modelsTable } from './models-table.ts'
import { overTime } from './over-time.ts'
import { pinnedSentences } from './pinned-sentences.ts'
import { webAddress } from './place.ts'
import { otherNotes, questionChanges } from './question-changes.ts'
import { questionsTable } from './questions-table.ts'
import type { Outcome, Report, ReportOptions } from './report.ts'
import { slicesTable } from './slices-table.ts'
import { statusMark } from './status-mark.ts'
import { strategiesTable } from './strategies-table.ts'
import { undecidedReasons } from './verdict-reasons.ts'
import { whatToDo } from './what-to-do.ts'

export const htmlReport: Report = {
  summary: 'One page for a browser, without scripts or anything from elsewhere.',
  render: async (outcome, options) => new Map([['report.html', renderHtml(outcome, options)]]),
}

/** What a page holds at most, so that a browser still opens it. */
const MOST_ROWS = 2000
const MOST_STORIES = 200
const MOST_PINNED = 50
const MOST_WARNINGS = 50

/** The whole report as one self-contained page. */
export function renderHtml(outcome: Outcome, options: ReportOptions): string {
  const { report, verdict } = outcome
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${verdict.status}: ${report.name} · retrieval-gate</title>
<style>${new Html(HTML_STYLE)}</style>
</head>
<body>
${pageHeader(outcome, options)}
<main>
${failing(outcome)}${advice(outcome)}${warnings(outcome)}${tables(outcome, options)}</main>
<footer class="soft">
<p>${htmlProse(corpusSentence(outcome))}</p>
<p>${report.tool.name} ${report.tool.version}, ${report.commit === null ? 'no commit' : html`commit <code>${report.commit}</code>`}</p>
</footer>
</body>
</html>
`
  return page.markup
}

function pageHeader(outcome: Outcome, options: ReportOptions): Html {
  const { verdict, links } = outcome
  const run = webAddress(links.run)
  const counts = countsSentence(outcome)
  return html`<header class="${verdict.status}">
<p class="status">${statusMark(verdict.status)} ${verdict.status}</p>
<h1>${htmlProse(verdict.headline)}</h1>
${undecidedReasons(outcome).map((reason) => html`<p>${htmlProse(reason)}</p>`)}
${questionChanges(outcome).map(({ text, isWarning }) => html`<p${isWarning && html` class="notice"`}>${htmlProse(text)}</p>`)}
${pinnedSentences(outcome, MOST_PINNED).map((sentence) => html`<p class="notice">${htmlProse(sentence)}</p>`)}
${labelled('Rules that fail', failedRules(outcome, options))}
${counts !== '' && html`<p>${htmlProse(counts)}</p>`}
${labelled('Why', causeSentences(outcome))}
${[...otherNotes(outcome), ...overTime(outcome)].map((note) => html`<p>${htmlProse(note)}</p>`)}
<p class="soft">${separated(finePrint(outcome))}${run !== undefined && html` · <a href="${run}">workflow run</a>`}</p>
</header>`
}

function labelled(label: string, parts: readonly string[]): Html {
  return parts.length === 0 ? html`` : html`<p><b>${label}:</b> ${separated(parts)}</p>`
}

function separated(parts: readonly string[]): readonly Html[] {
  return parts.map((part, index) => html`${index > 0 && html` · `}${htmlProse(part)}`)
}

function advice(outcome: Outcome): Html {
  const sentences = whatToDo(outcome)
  if (sentences.length === 0) return html``
  return html`<section>
<h2>What to do</h2>
<ul>${sentences.map((sentence) => html`<li>${htmlProse(sentence)}</li>`)}</ul>
</section>
`
}

function warnings({ report }: Outcome): Html {
  const left = report.warnings.length - MOST_WARNINGS
  if (report.warnings.length === 0) return html``
  return html`<section>
<h2>Warnings</h2>
<ul>${report.warnings.slice(0, MOST_WARNINGS).map((warning) => html`<li>${htmlProse(warning)}</li>`)}</ul>
${left > 0 && html`<p class="soft">${left} more in report.json.</p>`}
</section>
`
}

function failing(outcome: Outcome): Html {
  const { title, stories } = failingQueries(outcome)
  if (stories.length === 0) return html``
  const left = stories.length - MOST_STORIES
  return html`<section>
<h2>${title}, worst first</h2>
<ol class="stories">
${stories.slice(0, MOST_STORIES).map((story) => htmlStory(story, outcome.links))}</ol>
${left > 0 && html`<p class="soft">${left} more in report.json.</p>`}
</section>
`
}

function tables(outcome: Outcome, options: ReportOptions): readonly Html[] {
  const all = [
    metricsTable(outcome, options),
    leaderboardTable(outcome, options),
    evidenceTable(outcome, options),
    errorsTable(outcome),
    changesTable(outcome),
    slicesTable(outcome),
    gainsTable(outcome),
    strategiesTable(outcome),
    modelsTable(outcome, options),
    questionsTable(outcome),
  ]
  return all.map((table) => htmlTable(table, MOST_ROWS))
}
