import type { Chunker } from './chunker.ts'
import { code } from './chunkers/code.ts'
import { document } from './chunkers/document.ts'
import { heading } from './chunkers/heading.ts'
import { lines } from './chunkers/lines.ts'
import { sentence } from './chunkers/sentence.ts'

/** Every way to cut documents, by the name that `chunking.by` takes. */
export const chunkers = { heading, code, lines, sentence, document } satisfies Record<string, Chunker>
