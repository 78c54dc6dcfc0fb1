import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ChatRequest } from '../../src/models/chat.ts'
import { recordedChat } from '../../src/models/recorded-chat.ts'
import { recordedReranker } from '../../src/models/recorded-reranker.ts'
import type { Candidate } from '../../src/models/reranker.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { contextOver, fakeGenerator, fakeScorer } from './fake-models.ts'

const signal = new AbortController().signal
const request = (prompt: string, more: Partial<ChatRequest> = {}): ChatRequest => {
  return { purpose: 'hyde@1', prompt, sample: 0, maxTokens: 100, ...more }
}
const candidate = (text: string): Candidate => ({ score: 1, text, title: '', path: '' })

describe('a recorded chat model', () => {
  it('writes each text once, in this run and in later ones, one a call whatever the entry says', async () => {
    const folder = join(temporaryFolder(), 'models')
    const requests = [request('a'), request('b'), request('a')]
    const first = fakeGenerator()
    const { context } = contextOver(folder, {}, { calls: { batch: 10 } })
    expect(await recordedChat(first.raw, context).generate(requests, signal)).toEqual([
      'answer to a',
      'answer to b',
      'answer to a',
    ])
    expect(first.calls.map(({ prompt }) => prompt)).toEqual(['a', 'b'])
    const second = fakeGenerator(() => 'another answer')
    const again = await recordedChat(second.raw, contextOver(folder).context).generate(requests, signal)
    expect([again, second.calls]).toEqual([['answer to a', 'answer to b', 'answer to a'], []])
  })

  it('tells texts apart by purpose and version, system, sample and length, and not by what is never sent', async () => {
    const { raw, calls } = fakeGenerator()
    const chat = recordedChat(raw, contextOver(null).context)
    await chat.generate([request('a'), request('a', { example: 'like this', about: 'this' })], signal)
    expect(calls).toHaveLength(1)
    const others = [{ purpose: 'hyde@2' }, { system: 's' }, { sample: 1 }, { maxTokens: 50 }]
    await chat.generate(
      others.map((more) => request('a', more)),
      signal,
    )
    expect(calls).toHaveLength(5)
  })

  it('are named by what a prompt is about, else by its end, where they are missing', async () => {
    const { context, recorder } = contextOver(null, { replay: true })
    const prompts = [request(`${'x'.repeat(100)} in the end`), request('any', { about: 'docs/a.md' })]
    await recordedChat(fakeGenerator().raw, context).generate(prompts, signal)
    const [first, second] = recorder.missing[0]!.examples
    expect(first).toMatch(/^hyde@1: \.\.\.x+ in the end$/)
    expect(second).toBe('hyde@1: docs/a.md')
  })

  it('keeps any text as it is', async () => {
    const folder = join(temporaryFolder(), 'models')
    const text = 'Zürich 東京 \u0000 "quoted"\r\n'
    await recordedChat(fakeGenerator(() => text).raw, contextOver(folder).context).generate([request('a')], signal)
    const replayed = recordedChat(fakeGenerator().raw, contextOver(folder, { replay: true }).context)
    expect(await replayed.generate([request('a')], signal)).toEqual([text])
  })

  it('never takes an empty text for an answer', async () => {
    const { raw, calls } = fakeGenerator(() => ' \n')
    await expect(recordedChat(raw, contextOver(null).context).generate([request('why?')], signal)).rejects.toThrow(
      'chat `mine` (fake/m): it answered with an empty text, 3 times, for "hyde@1: ...why?"',
    )
    expect(calls).toHaveLength(3)
  })

  it('counts the tokens that the provider counts, and what they cost', async () => {
    const { raw } = fakeGenerator()
    const { context, recorder } = contextOver(null, {}, { calls: { price: { input: 1, output: 4 } } })
    await recordedChat(raw, context).usedBy!('hyde').generate([request('a'), request('b')], signal)
    expect(recorder.ledger.lines()).toEqual([
      {
        strategy: 'hyde',
        role: 'chat',
        entry: 'mine',
        model: 'fake/m',
        calls: 2,
        asked: 2,
        recalled: 0,
        recalledTokens: 0,
        recalledCost: 0,
        inputTokens: 20,
        outputTokens: 40,
        estimated: false,
        cost: expect.closeTo((20 + 160) / 1e6, 12),
      },
    ])
  })

  it('says what the texts in the store would take anew, about', async () => {
    const folder = join(temporaryFolder(), 'models')
    const calls = { price: { input: 1, output: 4 } }
    await recordedChat(fakeGenerator().raw, contextOver(folder).context).generate([request('a')], signal)
    const { context, recorder } = contextOver(folder, {}, { calls })
    await recordedChat(fakeGenerator().raw, context).generate([request('a')], signal)
    // One token of the prompt, three of "answer to a".
    const [line] = recorder.ledger.lines()
    expect(line).toMatchObject({ calls: 0, recalled: 1, recalledTokens: 4, inputTokens: 0, cost: 0 })
    expect(line!.recalledCost).toBeCloseTo((1 + 3 * 4) / 1e6, 12)
  })

  it('has the example, or words of the prompt, stand in for an answer where nothing may be called', async () => {
    const { raw, calls } = fakeGenerator()
    const chat = recordedChat(raw, contextOver(null, { replay: true }).context)
    const texts = await chat.generate([request('a b c', { example: '1. one\n2. two' }), request('a b c')], signal)
    expect([texts, calls]).toEqual([['1. one\n2. two', 'a b c'], []])
  })
})

describe('a recorded reranker', () => {
  it('scores each text for each question once, in this run and in later ones', async () => {
    const folder = join(temporaryFolder(), 'models')
    const candidates = ['a', 'bbb', 'cc', 'a'].map(candidate)
    const first = fakeScorer()
    const scores = await recordedReranker(first.raw, contextOver(folder).context).score('which?', candidates, signal)
    expect(scores).toEqual([5, 3, 4, 5])
    expect(first.calls).toEqual([['which?', ['a', 'bbb', 'cc']]])
    const second = fakeScorer(() => 0)
    const later = recordedReranker(second.raw, contextOver(folder).context)
    expect(await later.score('which?', candidates, signal)).toEqual([5, 3, 4, 5])
    expect(await later.score('other?', [candidate('a')], signal)).toEqual([0])
    expect(second.calls).toEqual([['other?', ['a']]])
  })

  it('shows the model what stands above the text', async () => {
    const { raw, calls } = fakeScorer()
    await recordedReranker(raw, contextOver(null).context).score(
      'q',
      [{ score: 1, text: 'text', title: 'Title', path: 'docs/a.md' }],
      signal,
    )
    expect(calls).toEqual([['q', ['docs/a.md\nTitle\ntext']]])
  })

  it('refuses a score that is no number', async () => {
    const { raw } = fakeScorer(() => Number.NaN)
    const scoring = recordedReranker(raw, contextOver(null).context).score('q', [candidate('a')], signal)
    await expect(scoring).rejects.toThrow('reranker `mine` (fake/m): it answered with the score NaN, 3 times, for "q"')
  })
})
