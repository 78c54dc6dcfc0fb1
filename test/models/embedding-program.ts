import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { repository } from '../support/repository-files.ts'

/** The program `embed-until-killed.ts` as one file in a folder: bundled, it starts in a tenth of the time. */
export async function embeddingProgram(folder: string): Promise<string> {
  const file = join(folder, 'embed-until-killed.mjs')
  const bundle = await rolldown({
    input: join(repository, 'test/models/embed-until-killed.ts'),
    platform: 'node',
    external: [/^node:/],
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  return file
}
