/**
 * Writes the WebAssembly kernel of dense search into the source: `npx tsx scripts/dot-kernel.ts`. The same bytes on every
 * machine; a test compares them with what is committed.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kernelSource } from './dot-kernel/kernel-source.ts'

writeFileSync(join(import.meta.dirname, '../src/strategies/dense/kernel-binary.ts'), kernelSource())
