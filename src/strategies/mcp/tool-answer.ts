import { EngineFailure } from '../engine/engine-failure.ts'
import { excerpt } from '../engine/excerpt.ts'
import { isObject } from '../engine/obvious-fields.ts'

/** What is read of a tool's result. */
export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[]
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
}

export interface ToolReading {
  /** Whether an object is a hit itself, and no answer with hits in it. */
  isHit(value: unknown): boolean
  /** What else is known of an error, for the end of the message. */
  more(told: string): string
}

/**
 * What a tool answered: its structured content, else the JSON in its text. Several texts are a list, as the SDK of Python
 * sends one for each hit where a function does not say what it returns; a single text may be the only hit. A function that
 * says it returns text has it sent as `{"result": "..."}`: then that text is the answer.
 *
 * @throws EngineFailure for an error of the tool's, which is never "no hits", and for text that is not JSON
 */
export function toolAnswer({ content = [], structuredContent, isError }: ToolResult, reading: ToolReading): unknown {
  const texts = content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
  if (isError) throw toolError(texts.join(' '), reading)
  if (structuredContent !== undefined && structuredContent !== null) return unwrapped(structuredContent)
  // A server that sends one text a hit sends none for no hits.
  if (content.length === 0) return []
  if (texts.length === 0) throw new EngineFailure(`the tool answered with ${content[0]!.type}, and no text`)
  const values = texts.map(parse)
  if (values.length > 1) return values.flat()
  return reading.isHit(values[0]) ? values : values[0]
}

function toolError(told: string, { more }: ToolReading): EngineFailure {
  return new EngineFailure(`the tool answered with an error: ${excerpt(told, 400)}${more(told)}`)
}

function unwrapped(value: unknown): unknown {
  const only = isObject(value) && Object.keys(value).length === 1 ? value.result : undefined
  return typeof only === 'string' ? parse(only) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const hint = /:\s*-?(?:NaN|Infinity)\b/.test(text) ? ' (NaN and Infinity are not JSON)' : ''
    throw new EngineFailure(`the tool answered with text that is not JSON${hint}; it begins ${excerpt(text)}`)
  }
}
