import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { write } from '../knowledge/temporary-workspace.ts'
import { editFile } from '../support/cli/edit-file.ts'
import { lanternFolder, runCli } from '../support/cli/run-cli.ts'
import { pythonWith } from '../support/python/python-with.ts'
import { repository } from '../support/repository-files.ts'

const python = pythonWith('langchain_core', 'langchain_community', 'langchain_text_splitters', 'rank_bm25')

/** The example's pieces in a vector store, by the words that they share with the question. */
const VECTOR_STORE = `from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_retriever import load, words

pieces = load("docs")
known = sorted({word for piece in pieces for word in words(piece.page_content)})


class Words(Embeddings):
    def embed_query(self, text):
        found = set(words(text))
        return [1.0 if word in found else 0.0 for word in known] + [0.1]

    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]


store = InMemoryVectorStore.from_documents(pieces, Words())


def search(query, k=10):
    return [{**piece.metadata, "score": score, "text": piece.page_content} for piece, score in store.similarity_search_with_score(query, k=k)]


def search_as_retriever(query, k=10):
    return [{**piece.metadata, "text": piece.page_content} for piece in store.as_retriever().invoke(query, k=k)]
`

/** The documentation of a small program, with a gate over its retriever in Python and that alone. */
function pythonFolder(): string {
  const folder = lanternFolder()
  for (const file of ['server.py', 'langchain_retriever.py']) {
    copyFileSync(join(repository, 'examples/python', file), join(folder, file))
  }
  copyFileSync(join(folder, 'langchain_retriever.py'), join(folder, 'my_retriever.py'))
  editFile(folder, 'retrieval-gate.yml', (text) =>
    text.replace('  bm25: { type: bm25 }', `  mine: { type: mcp, command: ['${python}', server.py], concurrency: 1 }`),
  )
  return folder
}

async function scoreOf(folder: string): Promise<number> {
  expect(await runCli(folder, ['run', '--quiet', '--no-timing'])).toMatchObject({ code: 0, stderr: '' })
  const report = JSON.parse(readFileSync(join(folder, 'retrieval-gate-report/report.json'), 'utf8'))
  return report.strategies.mine.summary['ndcg@10'].point
}

interface CheckedHit {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly text: string
}

// LangChain takes seconds to load, and each run loads it.
describe.skipIf(python === null)('a retriever of LangChain', { timeout: 300_000 }, () => {
  it('as the example has it says of every piece in which lines it stands', async () => {
    const folder = pythonFolder()
    const { code, stdout } = await runCli(folder, ['check', '--json', '-k', '50'])
    expect(code).toBe(0)
    const { hits } = JSON.parse(stdout).strategies[0].answer as { hits: CheckedHit[] }
    expect(hits.length).toBeGreaterThan(14)
    for (const { path, startLine, endLine, text } of hits) {
      const lines = readFileSync(join(folder, path), 'utf8').split('\n')
      expect(lines.slice(startLine - 1, endLine).join('\n')).toContain(text)
    }
  })

  it('is gated: it passes, and fails when pages lose their words', async () => {
    const folder = pythonFolder()
    expect(await scoreOf(folder)).toBeGreaterThan(0.85)
    copyFileSync(join(folder, 'retrieval-gate-report/report.json'), join(folder, 'base.json'))
    for (const page of ['auth/sign-in.md', 'api/errors.md', 'install.md'])
      write(folder, { [`docs/${page}`]: '# Later\n' })
    const { code, stdout } = await runCli(folder, ['run', '--baseline', 'base.json'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL {2}.*mine/)
  })

  it('over a vector store has the same ranking with its scores as without', async () => {
    const folder = pythonFolder()
    write(folder, { 'my_retriever.py': VECTOR_STORE })
    const withScores = await scoreOf(folder)
    editFile(folder, 'server.py', (text) => text.replace('import search ', 'import search_as_retriever as search '))
    expect(await scoreOf(folder)).toBe(withScores)
    expect(withScores).toBeGreaterThan(0.5)
  })

  it('that is not installed is named, where the program cannot begin', async () => {
    const folder = pythonFolder()
    write(folder, { 'my_retriever.py': 'from langchain_of_mine import retriever\n' })
    const { code, stdout } = await runCli(folder, ['check'])
    expect(code).toBe(2)
    expect(stdout).toContain(`ModuleNotFoundError: No module named 'langchain_of_mine'`)
  })
})
