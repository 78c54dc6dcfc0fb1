import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kernelSource } from '../../../scripts/dot-kernel/kernel-source.ts'

test('the committed kernel is what its generator makes', () => {
  const committed = join(import.meta.dirname, '../../../src/strategies/dense/kernel-binary.ts')
  expect(readFileSync(committed, 'utf8')).toBe(kernelSource())
})
