import { describe, expect, it } from 'vitest'
import { documentLinks } from '../../src/reports/document-links.ts'
import { placeAddress } from '../../src/reports/place.ts'

const links = {
  repository: 'https://github.com/octo/app',
  commit: 'a'.repeat(40),
  root: 'search/',
  run: 'https://github.com/octo/app/actions/runs/1',
}
const corpus = { documents: 1, skipped: {} }
const source = { repository: 'octo/kb', commit: 'b'.repeat(40) }
const place = { id: 'guide/a.md', path: 'guide/a.md' }

describe('links to documents', () => {
  it('stay as they are where the documents lie beside the config', () => {
    expect(documentLinks({ corpus }, links)).toBe(links)
  })

  it.each([
    [undefined, 'guide/a.md'],
    ['manual', 'manual/guide/a.md'],
    ['./manual/', 'manual/guide/a.md'],
    ['.', 'guide/a.md'],
  ])('lead to the other repository, folder %s', (folder, path) => {
    const there = documentLinks({ corpus: { ...corpus, source: { ...source, ...(folder && { folder }) } } }, links)
    expect(placeAddress(place, there)).toBe(`https://github.com/octo/kb/blob/${source.commit}/${path}`)
    expect(there.run).toBe(links.run)
  })

  it('are none where the server is not known', () => {
    expect(
      placeAddress(place, documentLinks({ corpus: { ...corpus, source } }, { commit: links.commit })),
    ).toBeUndefined()
  })
})
