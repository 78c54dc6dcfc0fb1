import { describe, expect, it } from 'vitest'
import { parseSourceModule } from './source-module.ts'

const parse = (text: string) => parseSourceModule('src/gate/rule.ts', text)

describe('parseSourceModule', () => {
  it('finds every form of import, relative to the repository', () => {
    const { imports } = parse(`
      import a from '../model.ts'
      import type { B } from './b.ts'
      export { c } from 'zod'
      export * from '../metrics/metric.ts'
      const d = await import('node:fs')
      type E = import('../errors.ts').E
    `)
    const expected = ['src/model.ts', 'src/gate/b.ts', 'zod', 'src/metrics/metric.ts', 'node:fs', 'src/errors.ts']
    expect(imports).toEqual(expected)
  })

  it('tells what is loaded along from types and from what `import()` loads later', () => {
    const { loads } = parse(`
      import a from '../model.ts'
      import type { B } from './b.ts'
      import c, { type D } from 'zod'
      export type { E } from './e.ts'
      export { f } from './f.ts'
      const g = await import('ai')
    `)
    expect(loads).toEqual(['src/model.ts', 'zod', 'src/gate/f.ts'])
  })

  it('takes no comment and no string for an import or a name', () => {
    const { imports, names } = parse(`// import x from './x.ts'\nexport const y = "import z from 'z'; process.exit()"`)
    expect(imports).toEqual([])
    expect(names.has('process')).toBe(false)
  })

  it('finds a name wherever it is used: called, passed on, copied, aliased', () => {
    for (const use of [
      'process.exit()',
      'f(process)',
      '({ process })',
      'const p = process',
      '[process]',
      '`$' + '{process}`',
    ]) {
      expect(
        parse(`export const f = () => { ${use.startsWith('const') ? use : `return ${use}`} }`).names,
        use,
      ).toContain('process')
    }
  })

  it('tells a name from a property that is called the same', () => {
    const { names } = parse(`export const f = (job: { process: number }) => job.process + new Date(0).getTime()`)
    expect(names.has('process')).toBe(false)
    expect(names.has('new Date()')).toBe(false)
  })

  it('finds members of names and of anything else', () => {
    const { names } = parse(`export const f = (a: string[]) => [Date.now(), new Date(), a[0]?.localeCompare('')]`)
    expect([...names]).toEqual(expect.arrayContaining(['Date.now', 'new Date()', '.localeCompare']))
  })
})
