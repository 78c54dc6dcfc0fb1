import { Buffer } from 'node:buffer'
import { kernelModule } from './kernel.ts'

/** The file `src/strategies/dense/kernel-binary.ts`. */
export function kernelSource(): string {
  const lines = Buffer.from(kernelModule())
    .toString('base64')
    .match(/.{1,112}/g)!
  return [
    '/** Made by `scripts/dot-kernel.ts`: the WebAssembly module that `kernel.ts` loads, in Base64. */',
    'export const kernelBinary =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')}`,
    '',
  ].join('\n')
}
