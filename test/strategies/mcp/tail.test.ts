import { describe, expect, it } from 'vitest'
import { Tail } from '../../../src/strategies/mcp/tail.ts'

const frames = (line: string) => Array.from({ length: 30 }, () => line).join('\n')

function sentenceOf(...parts: string[]): string {
  const tail = new Tail()
  for (const part of parts) tail.add(part)
  return tail.sentence()
}

describe('what is quoted of what a process wrote to stderr', () => {
  it('is nothing where it wrote nothing, and all of it where that is short', () => {
    expect(sentenceOf()).toBe('')
    expect(sentenceOf(' \n')).toBe('')
    expect(sentenceOf('loading\n', 'no model\n')).toBe('; its stderr ends with "loading no model"')
  })

  it.each([
    [
      'Python',
      `Traceback (most recent call last):\n${frames('  File "/a/server.py", line 8, in <module>')}\nModuleNotFoundError: No module named 'my_app'\n`,
      `…ModuleNotFoundError: No module named 'my_app'`,
    ],
    [
      'Python, of a package',
      `${frames('  File "b.py"')}\npydantic_core._pydantic_core.ValidationError: 1 validation error\n  k is missing\n`,
      '…pydantic_core._pydantic_core.ValidationError: 1 validation error k is missing',
    ],
    [
      'Node',
      `node:internal/modules:1\n  throw err;\n\nError: Cannot find module './search'\n${frames('    at resolve (node:internal:1:2)')}\n\nNode.js v24.1.0\n`,
      `…Error: Cannot find module './search' at resolve`,
    ],
    ['Go', `panic: no index\n${frames('main.main()')}\n`, '…panic: no index main.main()'],
    [
      'Rust',
      `${frames('INFO loading')}\nthread 'main' panicked at src/main.rs:2:5:\nno index\n`,
      `…thread 'main' panicked at src/main.rs:2:5: no index`,
    ],
  ])('begins with what went wrong in %s, not with where', (_, written, begins) => {
    expect(sentenceOf(written)).toContain(`; its stderr ends with "${begins}`)
    expect(sentenceOf(written).length).toBeLessThan(240)
  })

  it('is the end where nothing in it says what went wrong', () => {
    expect(sentenceOf(`${'x'.repeat(5000)} the end\n`)).toMatch(/^; its stderr ends with "…x{192} the end"$/)
  })
})

describe('an error on stderr beside what the tool said itself', () => {
  const otherError = (written: string, told: string): string => {
    const tail = new Tail()
    tail.add(written)
    return tail.otherError(told)
  }

  it('is the last that says something else', () => {
    const written = 'RuntimeError: the index is being rebuilt\n\nToolError: Error executing tool search\n'
    expect(otherError(written, 'Error executing tool search')).toBe(
      '; the last error on its stderr is "RuntimeError: the index is being rebuilt"',
    )
  })

  it('is nothing where the tool has said it, and where there is none', () => {
    expect(otherError('RuntimeError: no index\n', `Error calling tool 'search': no index`)).toBe('')
    expect(otherError('[INFO] loading\n', 'failed')).toBe('')
  })

  it('ends in … where the line was broken, so that no part of a secret is taken for a word', () => {
    const written = '      TypeError: cannot send sk-abc\n      def to the index\n      \n'
    expect(otherError(written, 'failed')).toBe('; the last error on its stderr is "TypeError: cannot send sk-abc…"')
  })
})
