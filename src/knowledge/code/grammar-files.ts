import type { LanguageName } from './languages.ts'

/** The runtime that parses, as WebAssembly. The bundler copies what `new URL` names and mends the address. */
export const runtimeFile = new URL('../../../node_modules/web-tree-sitter/web-tree-sitter.wasm', import.meta.url)

/** The grammars, as WebAssembly. */
export const grammarFiles: Readonly<Record<LanguageName, URL>> = {
  typescript: new URL(
    '../../../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm',
    import.meta.url,
  ),
  tsx: new URL('../../../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm', import.meta.url),
  javascript: new URL(
    '../../../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm',
    import.meta.url,
  ),
  python: new URL('../../../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm', import.meta.url),
  go: new URL('../../../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm', import.meta.url),
  rust: new URL('../../../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm', import.meta.url),
  java: new URL('../../../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm', import.meta.url),
}
