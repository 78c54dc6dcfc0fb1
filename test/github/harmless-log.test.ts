import { expect, it } from 'vitest'
import { harmlessLog } from '../../src/github/harmless-log.ts'

it('leaves no line that the runner takes for a command', () => {
  const text = 'fine\n::error::x\n  ::add-mask::y\r\n##[group]z\r::set-env name=A::b\n a ##[error]\n::::stop'
  const lines = harmlessLog(text).split(/[\r\n]+/)
  expect(lines.filter((line) => line.trimStart().startsWith('::') || line.includes('##['))).toEqual([])
})

it('leaves everything else as it is', () => {
  const text = 'std::vector, a: b\n# ## heading [link](x)\n:one'
  expect(harmlessLog(text)).toBe(text)
})
