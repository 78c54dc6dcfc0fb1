import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Cuts what the stand-in of GitHub checks itself against out of GitHub's published description: `api.github.com.deref.json` of
 * the npm package `@octokit/openapi`, whose path is the argument. Only the paths that are used, without prose.
 */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  '/repos/{owner}/{repo}/compare/{basehead}': ['get'],
  '/repos/{owner}/{repo}/commits': ['get'],
  '/repos/{owner}/{repo}/contents/{path}': ['get'],
  '/repos/{owner}/{repo}/pulls': ['get'],
  '/repos/{owner}/{repo}/actions/runs': ['get'],
  '/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': ['get'],
  '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs': ['get'],
  '/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}': ['get'],
  '/repos/{owner}/{repo}/issues/{issue_number}/comments': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/comments/{comment_id}': ['patch', 'delete'],
}
const OUT = 'test/support/github/openapi.json'
/** Levels of an answer that are kept; nothing deeper is used. */
const DEPTH = 5
const KEPT = ['type', 'nullable', 'enum', 'properties', 'items', 'oneOf', 'anyOf', 'allOf', 'required']

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Node = { [key: string]: Json }

function main([source = '']: readonly string[]): void {
  const { info, paths } = JSON.parse(readFileSync(source, 'utf8')) as { info: Node; paths: Record<string, Node> }
  const kept = Object.entries(OPERATIONS).map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((method) => [method, operation(paths[path]![method] as Node)])),
  ])
  const title = `${info.title} ${info.version}, MIT License, Copyright (c) 2020 Octokit contributors`
  writeFileSync(OUT, `${JSON.stringify({ from: title, paths: Object.fromEntries(kept) })}\n`)
}

function operation({ parameters, requestBody, responses }: Node): Node {
  const named = (parameters as Node[]).map(({ name, in: place, schema }) => ({
    name,
    in: place,
    schema: pruned(schema),
  }))
  const answers = Object.entries(responses as Node).map(([status, response]) => [status, bodyOf(response as Node)])
  const body = requestBody === undefined ? {} : { body: bodyOf(requestBody as Node) }
  return { parameters: named as Json, ...body, responses: Object.fromEntries(answers) } as Node
}

/** The schema of a JSON body; null where there is none. */
function bodyOf({ content = {} }: Node): Json {
  const schema = ((content as Node)['application/json'] as Node | undefined)?.schema
  return schema === undefined ? null : pruned(schema)
}

function pruned(schema: Json | undefined, depth = DEPTH): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth === 0) return {}
  const entries = Object.entries(schema).filter(([key]) => KEPT.includes(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, part(key, value, depth - 1)]))
}

function part(key: string, value: Json, depth: number): Json {
  if (key === 'items') return pruned(value, depth)
  if (Array.isArray(value) && typeof value[0] === 'object') return value.map((one) => pruned(one, depth))
  if (key !== 'properties') return value
  return Object.fromEntries(Object.entries(value as Node).map(([name, one]) => [name, pruned(one, depth)]))
}

main(process.argv.slice(2))
