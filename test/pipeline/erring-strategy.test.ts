import { describe, expect, it, vi } from 'vitest'
import { exitCode } from '../../src/commands/exit-code.ts'
import type { Question } from '../../src/model.ts'
import { CONFIG, documents, questions, runBoth, runIn } from './workspace.ts'

vi.mock('../../src/strategies/registry.ts', async (original) => {
  const { strategyTypes } = await original<typeof import('../../src/strategies/registry.ts')>()
  const { bm25 } = strategyTypes
  const flaky = {
    ...bm25,
    async build(settings: never, context: never) {
      const retriever = await bm25.build(settings, context)
      return {
        async retrieve(question: Question, k: number, signal: AbortSignal) {
          if (['Q03', 'Q07'].includes(question.id)) throw new Error('connect ECONNREFUSED 127.0.0.1:9200')
          return retriever.retrieve(question, k, signal)
        },
      }
    },
  }
  return { strategyTypes: { ...strategyTypes, flaky } }
})

const COUNT = 20
const base = { 'retrieval-gate.yml': CONFIG, 'questions.jsonl': questions(COUNT), ...documents(COUNT) }
const flaky = (more = '') => ({ ...base, 'retrieval-gate.yml': CONFIG.replace('type: bm25', 'type: flaky') + more })

describe('a strategy that throws', () => {
  it('is invalid, exit code 2, with and without a baseline; every report is written', async () => {
    const { verdict, files } = await runIn(flaky())
    expect(verdict.status).toBe('invalid')
    expect(exitCode(verdict)).toBe(2)
    expect(verdict.headline).toBe(
      'Could not be decided: bm25 erred on 2 questions (maxErrors is 0); Q03: connect ECONNREFUSED 127.0.0.1:9200',
    )
    expect([...files.keys()]).toEqual(expect.arrayContaining(['comment.md', 'summary.md', 'report.json', 'junit.xml']))
    expect((await runBoth(base, flaky())).verdict.status).toBe('invalid')
  })

  it('is allowed as many errors as maxErrors says; they leave both sides and are listed', async () => {
    const { verdict, comparison, files } = await runBoth(base, flaky('maxErrors: 2\n'))
    expect(verdict).toMatchObject({ status: 'pass', deciding: { change: 0, evidence: { n: COUNT - 2 } } })
    expect(comparison?.strategies[0]?.erred).toEqual(['Q03', 'Q07'])
    expect(verdict.notes).toEqual(['With the questions that erred counted as 0, bm25 ndcg@10 changes by \u22120.100.'])
    expect(files.get('summary.md')).toContain('Q03')
    expect((await runBoth(base, flaky('maxErrors: 1\n'))).verdict.status).toBe('invalid')
  })
})
