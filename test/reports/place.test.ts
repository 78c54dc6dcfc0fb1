import { describe, expect, it } from 'vitest'
import { placeAddress, placeName, webAddress } from '../../src/reports/place.ts'

const links = { repository: 'https://github.com/acme/handbook', commit: 'abc123', root: 'kb/' }

describe('places in the knowledge base', () => {
  it('are named the way people write them', () => {
    expect(placeName({ id: 'x', path: 'docs/a.md', startLine: 10, endLine: 25 })).toBe('docs/a.md:10-25')
    expect(placeName({ id: 'x', path: 'docs/a.md' })).toBe('docs/a.md')
    expect(placeName({ id: 'MED-10' })).toBe('MED-10')
  })

  it('link to the lines at the head commit, in source view where GitHub would render the file', () => {
    const lines = { id: 'x', startLine: 10, endLine: 25 }
    expect(placeAddress({ ...lines, path: 'a/b.py' }, links)).toBe(
      'https://github.com/acme/handbook/blob/abc123/kb/a/b.py#L10-L25',
    )
    expect(placeAddress({ ...lines, path: 'a/b.md' }, links)).toMatch(/b\.md\?plain=1#L10-L25$/)
  })

  it('encode whatever would end a link', () => {
    const address = placeAddress({ id: 'x', path: 'a b/(1)|"<x>`\\#?%.txt\n\uD800' }, links)
    expect(address).toMatch(/^https:\/\/github\.com\/acme\/handbook\/blob\/abc123\/kb\/[\w/%.-]+$/)
  })

  it('have no address without repository, commit or path, or where it would be absurdly long', () => {
    expect(placeAddress({ id: 'x', path: 'a' }, {})).toBeUndefined()
    expect(placeAddress({ id: 'x' }, links)).toBeUndefined()
    expect(placeAddress({ id: 'x', path: 'a'.repeat(3000) }, links)).toBeUndefined()
    expect(webAddress('javascript:alert(1)')).toBeUndefined()
  })
})
