import { EngineFailure } from '../engine/engine-failure.ts'
import { excerpt } from '../engine/excerpt.ts'

/** What is read of a tool's result. */
export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[]
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
}

/**
 * What a tool answered: its structured content, else the JSON in its text; several texts are a list, as some servers send
 * one for each hit.
 *
 * @throws EngineFailure for an error of the tool's, which is never "no hits", and for text that is not JSON
 */
export function toolAnswer({ content = [], structuredContent, isError }: ToolResult): unknown {
  const texts = content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
  if (isError) throw new EngineFailure(`the tool answered with an error: ${excerpt(texts.join(' '), 400)}`)
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent
  // A server that sends one text a hit sends none for no hits.
  if (content.length === 0) return []
  if (texts.length === 0) throw new EngineFailure(`the tool answered with ${content[0]!.type}, and no text`)
  const values = texts.map(parse)
  return values.length === 1 ? values[0] : values.flat()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const hint = /:\s*-?(?:NaN|Infinity)\b/.test(text) ? ' (NaN and Infinity are not JSON)' : ''
    throw new EngineFailure(`the tool answered with text that is not JSON${hint}; it begins ${excerpt(text)}`)
  }
}
