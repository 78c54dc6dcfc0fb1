import type { Question } from '../../model.ts'
import { answerReader } from '../engine/answer-reader.ts'
import type { Engine, EngineAnswer } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { excerpt } from '../engine/excerpt.ts'
import { guardHeaders } from '../engine/guard-headers.ts'
import { questionVectors } from '../engine/question-vectors.ts'
import { SecretKeeper } from '../engine/secret-keeper.ts'
import { statusAdvice } from '../engine/status-advice.ts'
import { renderHeader, renderJson, renderUrl, renderValue } from '../engine/template/render.ts'
import { piecesOf, type Values } from '../engine/template/template.ts'
import type { BuildContext } from '../strategy.ts'
import { type HttpRequest, send } from './send.ts'
import type { HttpSettings } from './settings.ts'

/** An engine over HTTP. @throws UserError for an environment variable that a header names and that is not set */
export function httpEngine(settings: HttpSettings, context: BuildContext): Engine {
  const read = answerReader(settings)
  const vectorOf = settings.embedder === undefined ? undefined : questionVectors(settings.embedder, context)
  const keeper = new SecretKeeper(context)
  guardHeaders(settings.headers, keeper, context)
  const requestOf = requestMaker(settings, keeper)
  const { fetch } = context
  const { maxBytes } = settings

  return { ask: (question, k, signal) => keeper.unspoken(() => ask(question, k, signal)) }

  async function ask(question: Question, k: number, signal: AbortSignal): Promise<EngineAnswer> {
    const vector = await vectorOf?.(question.text, signal)
    const request = requestOf({
      query: question.text,
      k,
      ...(vector === undefined ? {} : { vector: Array.from(vector) }),
    })
    return read(parse(await send(request, { fetch, maxBytes, signal })))
  }
}

/** All but the values is made once: headers with their secrets, names of headers that hold one. */
function requestMaker(settings: HttpSettings, keeper: SecretKeeper): (values: Values) => HttpRequest {
  const { url, body, method = body === undefined ? 'GET' : 'POST' } = settings
  const written = Object.entries(settings.headers)
  const holding = written.filter(([, text]) => piecesOf(text).some((piece) => typeof piece !== 'string'))
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...Object.fromEntries(written.map(([name, text]) => [name.toLowerCase(), renderHeader(text, keeper.secret)])),
  }
  const secrets = new Set(holding.map(([name]) => name.toLowerCase()))
  const advice = (status: number): string =>
    statusAdvice(status, { headers: settings.headers, place: `\`url: ${url.split('?')[0]}\`` })
  return (values) => {
    const fixed = { url: renderUrl(url, values), method, headers, secrets, advice }
    if (body === undefined) return fixed
    const text = typeof body === 'string' ? renderJson(body, values) : JSON.stringify(renderValue(body, values))
    return { ...fixed, body: text }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (text.trim() === '') throw new EngineFailure('the answer is empty, and no JSON')
    const hint = /:\s*-?(?:NaN|Infinity)\b/.test(text) ? ' (NaN and Infinity are not JSON)' : ''
    throw new EngineFailure(`the answer is not JSON${hint}; it begins ${excerpt(text)}`)
  }
}
