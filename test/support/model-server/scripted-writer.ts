import { sumBasic } from '../../../src/strategies/raptor/sum-basic.ts'

/**
 * What stands in for a chat model where there is none: it answers each kind of prompt by rearranging the text that is in the
 * prompt. It knows nothing, so that strategies run and can be replayed, and their scores say nothing about those strategies
 * with a real model.
 */
export function scriptedWriter(prompt: string): string {
  const question = /Question: ([^\n]+)/.exec(prompt)?.[1]
  if (prompt.startsWith('Write a short passage')) return statement(question!)
  if (prompt.startsWith('Word the question anew')) return rewordings(question!)
  const text = prompt.slice(prompt.indexOf('\n\n') + 2)
  if (/^Write \d+ questions/.test(prompt)) return questionsAbout(text)
  if (prompt.startsWith('Write a summary')) return sumBasic(text.split('\n\n---\n\n'), 120)
  return situating(prompt)
}

/** The question as if it were answered. */
function statement(question: string): string {
  const words = question
    .replace(/[?？]/g, '')
    .replace(/^(?:how|where|what|which|when|why|who) (?:do|does|is|are|can|did)?\s*/i, '')
  return `${words}. This page explains ${words} and how it is configured.`
}

function rewordings(question: string): string {
  const words = question.replace(/[?？]/g, '').split(' ')
  const content = words.filter((word) => word.length > 3)
  return [
    content.join(' '),
    `${content.join(' ')} configuration`,
    `documentation of ${content.slice(-2).join(' ')}`,
  ].join('\n')
}

function questionsAbout(text: string): string {
  const sentences = linesOf(text.replaceAll(/(?<=[.!?])\s+/g, '\n')).filter(
    (line) => line.length > 20 && !line.startsWith('File:'),
  )
  const asked = sentences.slice(0, 3).map((line) => `What about this: ${line.replace(/[.#`*]+/g, '').trim()}?`)
  return asked.length > 0 ? asked.join('\n') : `What is ${text.trim().slice(0, 60)}?`
}

/** Where a part stands, from what the prompt says above it. */
function situating(prompt: string): string {
  const part = /<part>\n([\s\S]*?)\n<\/part>/.exec(prompt)?.[1] ?? ''
  const place = linesOf(part)
    .filter((line) => line.startsWith('File:') || line.startsWith('# '))
    .slice(0, 4)
  return `This part is about ${place.map((line) => line.replace(/^(?:File:|#)\s*/, '')).join(', ')}.`
}

/** Lines without bullets, numbers and quotes, each once. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) =>
    line
      .trim()
      .replace(/^(?:[-*•]|\(?\d{1,2}[.):])\s+/u, '')
      .replace(/^(["'“„«])(.*)["'”“»]$/u, '$2')
      .trim(),
  )
  return [...new Set(lines.filter((line) => line !== ''))]
}
