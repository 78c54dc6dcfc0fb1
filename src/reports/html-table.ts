import { type Html, html, htmlProse } from './html.ts'
import { shortened, type Table } from './table.ts'

/** A table with its heading and scopes; nothing for an empty one. Long ones say how many rows are left out. */
export function htmlTable(full: Table, most: number): Html {
  if (full.rows.length === 0) return html``
  const { table, left } = shortened(full, most)
  return html`<section>
<h2>${htmlProse(table.title)}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${table.title.replaceAll('`', '')}"><table>
<thead><tr>${table.columns.map(({ heading, numeric }) => html`<th scope="col"${numberClass(numeric)}>${htmlProse(heading)}</th>`)}</tr></thead>
<tbody>
${table.rows.map((cells) => tableRow(table, cells))}</tbody>
</table></div>
${left > 0 && html`<p class="soft">${left} more in report.json.</p>`}${(table.notes ?? []).map((note) => html`<p class="soft">${htmlProse(note)}</p>`)}
</section>
`
}

function tableRow({ columns }: Table, cells: readonly string[]): Html {
  return html`<tr>${cells.map((cell, index) => tableCell(cell, index === 0, columns[index]?.numeric))}</tr>
`
}

const WIDE = 40

function tableCell(cell: string, isFirst: boolean, numeric: boolean | undefined): Html {
  if (isFirst) return html`<th scope="row">${htmlProse(cell)}</th>`
  const tone = numeric && /^[+\u2212][\d.]+$/u.test(cell) ? (cell.startsWith('+') ? ' up' : ' down') : ''
  if (numeric) return html`<td class="number${tone}">${htmlProse(cell)}</td>`
  return cell.length > WIDE ? html`<td class="wide">${htmlProse(cell)}</td>` : html`<td>${htmlProse(cell)}</td>`
}

function numberClass(numeric: boolean | undefined): Html {
  return numeric ? html` class="number"` : html``
}
