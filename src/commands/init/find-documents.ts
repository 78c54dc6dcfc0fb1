import { UserError } from '../../errors.ts'
import { loadDocuments } from '../../knowledge/load-documents.ts'
import type { Document } from '../../model.ts'

/** What a first knowledge base is made of. */
export interface Found {
  readonly documents: readonly Document[]
  /** Globs that select them. */
  readonly include: readonly string[]
  /** The chunker that suits them. */
  readonly by: 'heading' | 'code'
}

const PROSE = ['md', 'mdx', 'rst', 'txt']
const CODE = [
  'ts',
  'tsx',
  'js',
  'jsx',
  'mjs',
  'py',
  'go',
  'rs',
  'java',
  'kt',
  'rb',
  'php',
  'cs',
  'c',
  'h',
  'cpp',
  'swift',
]

/**
 * The prose of a folder; its source code where there is no prose.
 *
 * @throws UserError for a folder with neither
 */
export async function findDocuments(root: string, outputFolder: string): Promise<Found> {
  const include = [...PROSE, ...CODE].map((ending) => `**/*.${ending}`)
  const { documents } = await loadDocuments({ root, include, exclude: ['**/node_modules/**'], outputFolder }).catch(
    (error: unknown) => {
      throw error instanceof UserError ? nothingHere(root, error) : error
    },
  )
  const prose = documents.filter(({ id }) => PROSE.includes(endingOf(id)))
  return prose.length > 0 ? found(prose, PROSE, 'heading') : found(documents, CODE, 'code')
}

function nothingHere(root: string, { explanation }: UserError): UserError {
  const { found } = explanation
  return new UserError({
    where: root,
    what: 'there is nothing here to ask questions about yet',
    expected: 'documentation (.md, .mdx, .rst, .txt) or source code that git does not ignore',
    ...(found === undefined ? {} : { found }),
    hint: 'go to the folder of your documents, and run `retrieval-gate init` there',
  })
}

/** Where most of them are below `docs/`, only those: a question about another one could not be answered. */
function found(all: readonly Document[], endings: readonly string[], by: Found['by']): Found {
  const inDocs = all.filter(({ id }) => id.startsWith('docs/'))
  const isMost = inDocs.length * 2 > all.length
  const documents = isMost ? inDocs : all
  const present = endings.filter((ending) => documents.some(({ id }) => endingOf(id) === ending))
  return { documents, include: present.map((ending) => `${isMost ? 'docs/' : ''}**/*.${ending}`), by }
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
