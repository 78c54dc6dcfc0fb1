import { describe, expect, it } from 'vitest'
import { measureLatency } from '../../src/retrieval/measure-latency.ts'
import { retrieveEach } from '../../src/strategies/retrieve-each.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'

const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `q${index}`, text: `${index}` }))
const signal = new AbortController().signal

/** A clock that a retriever moves on by a millisecond for each question before it, and what was asked. */
function clocked(failing: (text: string) => boolean = () => false) {
  const asked: string[] = []
  let time = 0
  const retriever: Retriever = {
    async retrieve({ text }) {
      asked.push(text)
      time += asked.length
      if (failing(text)) throw new Error('down')
      return { hits: [] }
    },
  }
  return { asked, retriever, options: { k: 10, concurrency: 1, signal, now: () => time } }
}

describe('measureLatency', () => {
  it('times every question once, after five that do not count', async () => {
    const { asked, retriever, options } = clocked()
    expect(await measureLatency(retriever, questions(7), options)).toEqual([6, 7, 8, 9, 10, 11, 12])
    expect(asked.slice(0, 5)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('takes at most fifty, evenly spaced over the set', async () => {
    const { asked, retriever, options } = clocked()
    expect(await measureLatency(retriever, questions(1000), options)).toHaveLength(50)
    expect(asked.slice(5, 9)).toEqual(['0', '20', '40', '60'])
  })

  it('has no duration for a question that errs', async () => {
    const { retriever, options } = clocked((text) => text === '1')
    expect(await measureLatency(retriever, questions(3), options)).toEqual([4, 6])
  })

  it('measures what a part takes, though others have asked it the same before', async () => {
    const asked: number[] = []
    const retrieveAll: Retriever['retrieveAll'] = async (all, k) => {
      asked.push(all.length)
      return all.map(() => ({ hits: [], k }))
    }
    const part: Retriever = { retrieveAll, retrieve: async () => ({ hits: [] }) }
    const whole: Retriever = {
      retrieve: async (question, k, own) => (await retrieveEach(part, [question], k, own))[0]!,
    }
    const known = questions(3)
    await retrieveEach(part, known, 10, signal)
    await measureLatency(whole, known, { k: 10, concurrency: 1, signal, now: () => 0 })
    expect(asked).toEqual([3, 1, 1, 1, 1, 1, 1])
  })

  it('has nothing to time without questions', async () => {
    const { retriever, options } = clocked()
    expect(await measureLatency(retriever, [], options)).toEqual([])
  })

  it('stops when it is aborted', async () => {
    const controller = new AbortController()
    const aborting: Retriever = {
      async retrieve() {
        controller.abort(new Error('interrupted'))
        throw new Error('stopped')
      },
    }
    const options = { k: 1, concurrency: 1, signal: controller.signal, now: () => 0 }
    await expect(measureLatency(aborting, questions(2), options)).rejects.toThrow('interrupted')
  })
})
