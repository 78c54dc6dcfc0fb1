import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { UserError } from '../../errors.ts'
import type { Chunk, Hit } from '../../model.ts'
import type { Candidate } from '../../models/reranker.ts'
import type { BuildContext } from '../strategy.ts'

interface Place extends Pick<Candidate, 'title' | 'path'> {
  readonly chunk: Chunk
}

/** Turns hits into what a reranker sees. */
export class CandidateReader {
  readonly #of: string
  readonly #context: BuildContext
  /** By id of the chunk. */
  readonly #places: ReadonlyMap<string, Place>

  /** `of` names the strategy that the hits come from. */
  constructor(of: string, chunks: readonly Chunk[] | null, context: BuildContext) {
    this.#of = of
    this.#context = context
    this.#places = new Map(
      (chunks ?? []).map((chunk) => [chunk.id, { chunk, title: chunk.headings.join('\n'), path: chunk.path ?? '' }]),
    )
  }

  /** Throws `UserError` for a hit that has no text and no place to read it from. */
  async candidate(hit: Hit): Promise<Candidate> {
    const place = this.#places.get(hit.id)
    const text = hit.text ?? place?.chunk.text ?? (await this.#read(hit))
    return { score: hit.score, text, title: place?.title ?? '', path: hit.path ?? place?.path ?? '' }
  }

  async #read(hit: Hit): Promise<string> {
    if (hit.path === undefined) throw this.#noText(hit, 'neither a text nor a path')
    const folder = await realpath(this.#context.baseDirectory)
    const file = await realpath(resolve(folder, hit.path)).catch(() => undefined)
    if (file === undefined) throw this.#noText(hit, 'the path of a file that does not exist')
    if (!isInside(folder, file)) throw this.#noText(hit, 'a path that leaves the knowledge base')
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) throw this.#noText(hit, 'the path of a file that cannot be read')
    const { startLine = 1, endLine } = hit
    return text
      .split(/\r?\n/)
      .slice(startLine - 1, endLine)
      .join('\n')
  }

  #noText(hit: Hit, found: string): UserError {
    return new UserError({
      what: `strategy \`${this.#context.name}\` needs the text of every hit of \`${this.#of}\``,
      expected: 'hits with `text`, or with a `path` (and lines) below the folder of the config',
      found: `the hit ${hit.path ?? hit.id} has ${found}`,
      hint: `let \`${this.#of}\` return texts or paths`,
    })
  }
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== '' && !/^\.\.(?:[\\/]|$)/.test(path) && !isAbsolute(path)
}
