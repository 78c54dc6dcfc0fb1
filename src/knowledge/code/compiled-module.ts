import { readFileSync } from 'node:fs'

/** What is used of WebAssembly, of whose values the types of Node 20 do not tell. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module
}

export function compiledModule(file: URL): WebAssembly.Module {
  const { Module } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly
  return new Module(readFileSync(file))
}
