import { z } from 'zod'
import { UserError } from '../errors.ts'
import type { Document } from '../model.ts'
import { contentHash } from './content-hash.ts'
import { readLines } from './read-lines.ts'

const record = z.object({
  _id: z.union([z.string().min(1), z.int().transform(String)]),
  title: z.string().nullish(),
  text: z.string(),
})

/**
 * Reads the documents of a BEIR collection's `corpus.jsonl` (`_id`, `title`, `text`; https://github.com/beir-cellar/beir),
 * in file order. A document's text is its title, where it has one, a line end and its text. Throws a UserError, with the
 * line, for what is not such a file.
 */
export async function loadBeirCorpus(path: string, signal?: AbortSignal): Promise<Document[]> {
  const documents: Document[] = []
  const lineOf = new Map<string, number>()
  let number = 0
  try {
    for await (const line of readLines(path, signal)) {
      number++
      if (line.trim() === '') continue
      const document = toDocument(line, `${path}:${number}`)
      const earlier = lineOf.get(document.id)
      if (earlier !== undefined) throw duplicate(document.id, `${path}:${number}`, earlier)
      lineOf.set(document.id, number)
      documents.push(document)
    }
  } catch (error) {
    throw explained(error, path)
  }
  if (documents.length === 0)
    throw new UserError({ where: path, what: 'the corpus has no documents', found: 'an empty file' })
  return documents
}

function toDocument(line: string, where: string): Document {
  const parsed = record.safeParse(parseJson(line, where))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UserError({
      where,
      what: 'this is not a document of a BEIR corpus',
      expected: 'a JSON object with "_id" (a string), "text" (a string) and perhaps "title"',
      found: `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'not such an object'}`,
    })
  }
  const { _id: id, title, text } = parsed.data
  if (!title) return { id, text, hash: contentHash(text) }
  const whole = `${title}\n${text}`
  return { id, title, text: whole, hash: contentHash(whole) }
}

function parseJson(line: string, where: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    const found = line.length > 80 ? `${line.slice(0, 80)}...` : line
    throw new UserError({ where, what: 'this line is not JSON', expected: 'one JSON object a line', found })
  }
}

function duplicate(id: string, where: string, earlier: number): UserError {
  return new UserError({
    where,
    what: `the document id "${id}" is used twice`,
    found: `first on line ${earlier}`,
    hint: 'give every document an "_id" of its own',
  })
}

function explained(error: unknown, path: string): unknown {
  const { code } = error as { code?: unknown }
  if (code === 'ENOENT') return new UserError({ where: path, what: 'the corpus file does not exist' })
  if (code === 'EISDIR') return new UserError({ where: path, what: 'the corpus is a folder', expected: 'a JSONL file' })
  if (code === 'EACCES') return new UserError({ where: path, what: 'the corpus file cannot be read' })
  return error
}
