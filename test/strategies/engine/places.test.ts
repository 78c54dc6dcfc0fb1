import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawHit } from '../../../src/strategies/engine/engine.ts'
import { Places } from '../../../src/strategies/engine/places.ts'
import { documentOf } from '../../support/engines/strategy.ts'

const documents = [documentOf('docs/a.md'), documentOf('b:1.md'), { ...documentOf('x'), id: 'D7', path: 'D7' }]

function placeOf(hit: RawHit, stripPrefix?: string, mapping = new Map()) {
  const { document, startLine, endLine } = new Places(documents, mapping, stripPrefix).of(hit) ?? {}
  return [document?.id, startLine, endLine]
}

describe('the place of a hit', () => {
  it.each([
    ['./docs/a.md', undefined],
    ['docs\\a.md', undefined],
    ['docs/./sub/../a.md', undefined],
    ['/srv/kb/docs/a.md', '/srv/kb'],
    ['/srv/kb/docs/a.md', '/srv/kb/'],
    ['C:\\kb\\docs\\a.md', 'C:\\kb\\'],
    ['file:///srv/kb/docs/a.md', 'file:///srv/kb/'],
  ])('is found by the path %s', (path, prefix) => {
    expect(placeOf({ path, startLine: 2, endLine: 4 }, prefix)).toEqual(['docs/a.md', 2, 4])
  })

  it.each(['/docs/a.md', '../docs/a.md', 'docs/A.md', 'docs/old.md', ''])('is nowhere for the path %j', (path) => {
    expect(placeOf({ path })).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['/home/me/kb/docs/a.md', 'docs/a.md'],
    ['/home/me/kb//docs/a.md', 'docs/a.md'],
    ['/home/me/kb/../kb/docs/a.md', undefined],
    ['/home/me/kbdocs/a.md', undefined],
    ['/home/me/kb/../../docs/a.md', undefined],
    ['/docs/a.md', undefined],
  ])('by the whole path %s on this machine is %s', (path, id) => {
    expect(new Places(documents, new Map(), undefined, ['/home/me/kb']).of({ path })?.document.id).toBe(id)
  })

  it.each([
    ['/srv/kb/docs/a.md', 'docs/a.md is there: `hits.stripPrefix: /srv/kb/`'],
    ['C:\\kb\\docs\\a.md', 'docs/a.md is there: `hits.stripPrefix: C:/kb/`'],
    ['a.md', "docs/a.md is there: `hits.path: \"join('', ['docs/', path])\"`, where `path` is the field of yours"],
    ['docs/old.md', undefined],
    ['', undefined],
  ])('that is not %j has advice where something is alike', (name, advice) => {
    expect(new Places(documents, new Map()).advice(name)).toBe(advice)
  })

  it('is found by the id of a document, and by an id that holds lines', () => {
    expect(placeOf({ document: 'D7' })).toEqual(['D7', undefined, undefined])
    expect(placeOf({ id: 'D7' })).toEqual(['D7', undefined, undefined])
    expect(placeOf({ id: 'docs/a.md:3-9' })).toEqual(['docs/a.md', 3, 9])
    expect(placeOf({ id: 'docs/a.md#L3-L9' })).toEqual(['docs/a.md', 3, 9])
    expect(placeOf({ id: 'docs/a.md:3' })).toEqual(['docs/a.md', 3, 3])
    expect(placeOf({ id: 'b:1.md' })).toEqual(['b:1.md', undefined, undefined])
    expect(placeOf({ id: 'docs/a.md:9-3' })).toEqual([undefined, undefined, undefined])
  })

  it('is found by the mapping, whose lines count before those of the hit', () => {
    const mapping = new Map([['42', { path: 'docs/a.md', startLine: 3, endLine: 4 }]])
    expect(placeOf({ id: '42', startLine: 1, endLine: 1 }, undefined, mapping)).toEqual(['docs/a.md', 3, 4])
    expect(placeOf({ id: '43' }, undefined, mapping)).toEqual([undefined, undefined, undefined])
  })

  it('is one line where there is no last one', () => {
    expect(placeOf({ path: 'docs/a.md', startLine: 5 })).toEqual(['docs/a.md', 5, 5])
  })

  it('is in the knowledge base or nowhere, whatever an engine returns', () => {
    const text = fc.option(fc.string(), { nil: undefined })
    fc.assert(
      fc.property(text, text, text, (id, path, document) => {
        const [found] = placeOf({ ...(id && { id }), ...(path && { path }), ...(document && { document }) })
        expect([undefined, 'docs/a.md', 'b:1.md', 'D7']).toContain(found)
      }),
    )
  })
})
