import { UserError } from '../errors.ts'
import { type ReadFile, readText } from './read-text.ts'

/** The text of a config. Throws `UserError` where there is none. */
export async function configText(path: string, readFile?: ReadFile): Promise<string> {
  const text = await readText(path, readFile)
  if (text !== undefined) return text
  throw new UserError({
    where: path,
    what: 'there is no config here',
    hint: 'run `retrieval-gate init` to write one, or name another with `--config PATH`',
  })
}
