import { describe, expect, it } from 'vitest'
import { PathIndex } from '../../../src/strategies/graph/path-index.ts'

const paths = new PathIndex([
  'README.md',
  'docs/guide.md',
  'src/a.ts',
  'src/b/index.ts',
  'src/b/view.tsx',
  'app/models/user.py',
  'app/models/__init__.py',
  'com/acme/Store.java',
  'store/index.rs',
])

describe('relative', () => {
  it('finds a file beside, above or below another one', () => {
    expect(paths.relative('src/a.ts', './b/view.tsx')).toBe('src/b/view.tsx')
    expect(paths.relative('src/b/view.tsx', '../a.ts')).toBe('src/a.ts')
    expect(paths.relative('docs/guide.md', '../README.md')).toBe('README.md')
  })

  it('finds one whose ending is left out or that of the build, and a folder by its index', () => {
    expect(paths.relative('src/b/view.tsx', '../a')).toBe('src/a.ts')
    expect(paths.relative('src/b/view.tsx', '../a.js')).toBe('src/a.ts')
    expect(paths.relative('src/a.ts', './b')).toBe('src/b/index.ts')
  })

  it('takes a path from the root too', () => {
    expect(paths.relative('src/a.ts', 'docs/guide.md')).toBe('docs/guide.md')
    expect(paths.relative('src/a.ts', '/docs/guide.md')).toBe('docs/guide.md')
  })

  it('finds nothing for what is not there', () => {
    expect(paths.relative('src/a.ts', './c.ts')).toBeUndefined()
    expect(paths.relative('src/a.ts', '../../../etc/passwd')).toBeUndefined()
  })
})

describe('named', () => {
  it('finds a module by a dotted name, with or without what it takes from it', () => {
    expect(paths.named('app.models.user')).toEqual(['app/models/user.py'])
    expect(paths.named('app.models.user.User')).toEqual(['app/models/user.py'])
    expect(paths.named('com.acme.Store')).toEqual(['com/acme/Store.java'])
  })

  it('finds a module behind the name of its package', () => {
    expect(paths.named('crate::store::index::{Index, Row}')).toEqual(['store/index.rs'])
  })

  it('finds nothing for a foreign module', () => {
    expect(paths.named('numpy.linalg')).toEqual([])
    expect(paths.named('')).toEqual([])
  })
})
