import fc from 'fast-check'

const NAMES = ['read', 'write', 'Store', 'value', 'makeChunk']
const name = fc.constantFrom(...NAMES)

/** A statement, one line or several, in the syntax of both TypeScript and (without braces) nothing else. */
const simple = fc.oneof(
  fc.constantFrom(
    '',
    '',
    '// a comment',
    '/** Documented. */',
    'run(1)',
    "import { a } from './a.ts'",
    'let x = 1 // why',
  ),
  fc.constantFrom('const list = [\n  1,\n  2,\n]', 'call(`\ntemplate\n`)', 'if (a) {\n  b()\n} else {\n  c()\n}'),
  fc.integer({ min: 20, max: 60 }).map((count) => `const text = '${'word '.repeat(count)}'`),
  fc.constantFrom('a(); b()', 'x = {', '😀', '\t'),
)

const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 6, arbitrary: simple },
    { weight: 2, arbitrary: fc.tuple(name, tie('block')).map(([f, body]) => `function ${f}(a: number) {\n${body}\n}`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, tie('block'))
        .map(([c, body]) => `@Dec()\nexport class ${c} {\n  m() {\n${body}\n  }\n}`),
    },
    { weight: 1, arbitrary: fc.tuple(name, tie('block')).map(([f, body]) => `export const ${f} = () => {${body}}`) },
  ),
  block: fc.array(tie('statement'), { maxLength: 6 }).map((lines) => lines.join('\n')),
}))

/** A module of TypeScript that parses, mostly. */
export const randomCode: fc.Arbitrary<string> = fc.array(block, { maxLength: 4 }).map((blocks) => blocks.join('\n'))
