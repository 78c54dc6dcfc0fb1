import { describe, expect, it } from 'vitest'
import { problemSentence, problemsError } from '../../src/config/problem.ts'

describe('problemsError', () => {
  it('tells a single mistake in full', () => {
    const problem = {
      file: 'a.yml',
      line: 3,
      column: 5,
      what: 'wrong',
      expected: 'this',
      found: 'that',
      hint: 'mend it',
    }
    expect(problemsError([problem]).explanation).toEqual({
      where: 'a.yml:3:5',
      what: 'wrong',
      expected: 'this',
      found: 'that',
      hint: 'mend it',
    })
  })

  it('tells several in the order of the file', () => {
    const at = (line: number, column: number) => ({ file: 'a.yml', line, column, what: `${line}.${column}` })
    const { message } = problemsError([at(10, 1), at(2, 9), at(2, 1)])
    expect(message).toBe('3 mistakes in a.yml:\n  a.yml:2:1: 2.1\n  a.yml:2:9: 2.9\n  a.yml:10:1: 10.1')
  })
})

describe('problemSentence', () => {
  it('leaves out what is not known', () => {
    expect(problemSentence({ file: 'a', what: 'wrong' })).toBe('a: wrong')
    expect(problemSentence({ file: 'a', line: 2, what: 'wrong', found: 'x', hint: 'y' })).toBe(
      'a:2: wrong (found: x; y)',
    )
  })
})
