import { groupBy } from '../group-by.ts'
import { brokenQueries } from '../reports/changed-queries.ts'
import type { Outcome } from '../reports/report.ts'
import { type Annotation, MOST_ANNOTATIONS, plainText } from './annotation.ts'
import type { FileChange } from './changed-lines.ts'
import { type Claim, claimsOf } from './claims.ts'
import { rankMove } from './rank-move.ts'

interface ClaimOfQuery extends Claim {
  readonly query: string
  readonly text: string
}

/** Queries that an annotation names. */
const NAMED = 5

/**
 * One annotation for each changed place of the knowledge base that has a part in what broke: it held an answer, or ranks
 * above one now. The places of most queries come first, then those of the worst query. Documents of another repository are in
 * no difference of this one.
 * @param root the folder of the knowledge base inside the repository, '' or with a `/` at its end
 */
export function changeAnnotations(outcome: Outcome, changes: readonly FileChange[], root: string): Annotation[] {
  if (outcome.report.corpus.source !== undefined) return []
  const changed = new Map(
    changes
      .filter(({ path }) => path.startsWith(root))
      .map((change) => [change.path.slice(root.length), inside(change, root)]),
  )
  const claims = brokenQueries(outcome).flatMap(({ change }) =>
    claimsOf(change, changed).map((claim): ClaimOfQuery => ({ ...claim, query: change.id, text: change.text })),
  )
  const places = [...groupBy(claims, ({ file, lines }) => JSON.stringify([file, lines?.startLine ?? null])).values()]
  return places
    .toSorted((a, b) => queriesOf(b).length - queriesOf(a).length)
    .slice(0, MOST_ANNOTATIONS)
    .map((place) => annotation(place, root))
}

function inside(change: FileChange, root: string): FileChange {
  const { formerPath } = change
  return { ...change, formerPath: formerPath?.startsWith(root) ? formerPath.slice(root.length) : null }
}

function queriesOf(claims: readonly ClaimOfQuery[]): string[] {
  return [...new Set(claims.map(({ query }) => query))]
}

function annotation(claims: readonly ClaimOfQuery[], root: string): Annotation {
  const [first] = claims
  const queries = queriesOf(claims)
  const title = queries.length === 1 ? `Query ${plainText(queries[0]!, 80)} broke` : `${queries.length} queries broke`
  const endLine = Math.max(...claims.map(({ lines }) => lines?.endLine ?? 0))
  const lines = first!.lines === null ? {} : { startLine: first!.lines.startLine, endLine }
  const sentences = [...groupBy(claims, ({ kind }) => kind).values()].map(sentence)
  return { message: sentences.join(' '), place: { title, file: root + first!.file, ...lines } }
}

const ONE: Readonly<Record<Claim['kind'], string>> = {
  touched: 'This change touches the answer',
  removed: 'This change removes the answer',
  moved: 'This change moves the file that is named as the answer',
  'outranked by new text': 'This new text now ranks above the answer',
  'outranked by changed text': 'This text, as changed, now ranks above the answer',
}

function sentence(claims: readonly ClaimOfQuery[]): string {
  const queries = queriesOf(claims)
  const [{ kind, query, text, answer, rank }] = claims as [ClaimOfQuery]
  if (queries.length === 1) {
    const at = rank === undefined ? '' : ` It is at rank ${rank};`
    const move = `${plainText(answer.judgment.id)} ${rankMove(answer)}.`
    return `${ONE[kind]} of ${plainText(query, 80)} (${plainText(text)}).${at} ${move}`
  }
  const names = queries.slice(0, NAMED).map((id) => plainText(id, 80))
  const more = queries.length > NAMED ? ` and ${queries.length - NAMED} more` : ''
  return `${ONE[kind]} of ${queries.length} questions: ${names.join(', ')}${more}.`
}
