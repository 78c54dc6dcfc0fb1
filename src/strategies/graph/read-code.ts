import { setImmediate } from 'node:timers/promises'
import { languageOf } from '../../knowledge/code/language-of.ts'
import { type CodeSymbol, loadSymbolReader } from '../../knowledge/code/read-symbols.ts'
import { contentHash } from '../../knowledge/content-hash.ts'
import type { Codec } from '../../store/codec.ts'
import type { Memory } from '../../store/memory.ts'
import type { CodeSource } from './code-edges.ts'
import type { Source } from './source.ts'

/** After so many documents, signals get their turn. */
const SOURCES_PER_TURN = 64

const symbolsCodec: Codec<readonly CodeSymbol[]> = {
  encode: (rows) => Buffer.from(JSON.stringify([...rows])),
  decode: (bytes) => new Map(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())),
}

/** The sources that have names of code in them; what is remembered of a source is not parsed again. */
export async function readCode(
  sources: readonly Source[],
  memory?: Memory,
  signal?: AbortSignal,
): Promise<CodeSource[]> {
  const remembered = await memory?.rows('names in code', symbolsCodec)
  let read: Awaited<ReturnType<typeof loadSymbolReader>> | undefined
  const code: CodeSource[] = []
  for (const [index, source] of sources.entries()) {
    if (index % SOURCES_PER_TURN === SOURCES_PER_TURN - 1) await setImmediate()
    signal?.throwIfAborted()
    const { path, text } = source
    if (languageOf(path) === undefined) continue
    // By the text as the chunks tell it, which may lack lines of the document.
    const key = `${path} ${contentHash(text)}`
    let symbols = remembered?.get(key)
    if (symbols === undefined) {
      read ??= await loadSymbolReader()
      symbols = read(path, text)
      remembered?.set(key, symbols)
    }
    if (symbols.length > 0) code.push({ ...source, symbols })
  }
  return code
}
