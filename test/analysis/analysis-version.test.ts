import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ANALYSIS_VERSION } from '../../src/analysis/analysis-version.ts'
import { Analyzer } from '../../src/analysis/analyzer.ts'

const sample = `The quick brown foxes' running databases weren't HTTPServer2go getUserName snake_case_name kebab-case.
1,000.5 v1.2.3 e.g. node.js naïve Straße ŒUVRE ﬁne Ｆｕｌｌ 2nd x86_64 O'Neill it's
黑豹队的防守只丢了 データベース 한국 사람 用React写UI Привет мир γειά σου ภาษาไทย हिन्दी`

/** Digest of the sample's terms, by the version that makes them. */
const digests: Readonly<Record<number, string>> = {
  1: 'de5050656fd2f747',
}

test('a change of the terms of a text is a new version of the analysis', () => {
  const terms = [true, false].flatMap((on) => {
    const analyzer = new Analyzer({ stemming: on, stopWords: on })
    return Array.from(analyzer.analyze(sample), (id) => analyzer.term(id))
  })
  const digest = createHash('sha256').update(terms.join('\n')).digest('hex').slice(0, 16)
  expect(digests[ANALYSIS_VERSION]).toBe(digest)
})
