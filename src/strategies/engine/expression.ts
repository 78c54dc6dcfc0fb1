import { compile, TreeInterpreter } from '@jmespath-community/jmespath'
import { z } from 'zod'
import { isObject } from './obvious-fields.ts'

type Json = Parameters<(typeof TreeInterpreter)['search']>[1]

/** Names with dots between them: what most expressions are, and quicker without a tree. */
const PLAIN = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/

/** A JMESPath expression in a config, refused where it has no meaning. */
export const expressionSchema = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const problem = problemOf(text)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })

function problemOf(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined
  try {
    compile(text)
    return undefined
  } catch (error) {
    return `this is no JMESPath expression: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** What an expression finds in a value; null for nothing. Throws where a function in it is given what it cannot take. */
export type Expression = (value: unknown) => unknown

/** The expression ready for use. Throws where `expressionSchema` would refuse it. */
export function expression(text: string): Expression {
  if (PLAIN.test(text)) return plainPath(text.split('.'))
  const tree = compile(text)
  return (value) => {
    try {
      return TreeInterpreter.search(tree, value as Json)
    } catch (error) {
      throw new Error(`\`${text}\` cannot be applied to the answer: ${error instanceof Error ? error.message : error}`)
    }
  }
}

function plainPath(names: readonly string[]): Expression {
  return (value) => {
    let found = value
    for (const name of names) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : null
    return found ?? null
  }
}
