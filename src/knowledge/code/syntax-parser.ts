import { readFileSync } from 'node:fs'
import { Language, type Node, Parser, Query } from 'web-tree-sitter'
import { compiledModule } from './compiled-module.ts'
import { grammarFiles, runtimeFile } from './grammar-files.ts'
import { isBroken } from './is-broken.ts'
import { isTooDeep } from './is-too-deep.ts'
import type { LanguageName } from './languages.ts'
import { symbolQueries } from './symbol-queries.ts'

let loaded: Promise<SyntaxParser> | undefined

/** Parses code into syntax trees (tree-sitter). A grammar is loaded when its language is first met. */
export class SyntaxParser {
  readonly #languages = new Map<LanguageName, Language>()
  readonly #parsers = new Map<LanguageName, Parser>()
  readonly #queries = new Map<LanguageName, Query>()

  private constructor() {}

  /** The one of this process: compiling a grammar takes longer than parsing most files. */
  static load(): Promise<SyntaxParser> {
    loaded ??= Parser.init({ wasmBinary: readFileSync(runtimeFile) }).then(() => new SyntaxParser())
    return loaded
  }

  /**
   * What `use` makes of the root of a text's tree, which lives until it returns; `undefined` where the text is not in the
   * language. Rows of the tree count LF only; offsets and columns are UTF-16 code units.
   */
  withTree<T>(name: LanguageName, text: string, use: (root: Node) => T): T | undefined {
    if (isTooDeep(text)) return undefined
    const tree = this.#parser(name).parse(text)
    if (tree === null) throw new Error(`The ${name} parser gave no tree`)
    try {
      return isBroken(tree.rootNode) ? undefined : use(tree.rootNode)
    } finally {
      tree.delete()
    }
  }

  /** The query for the names in a language. */
  symbolQuery(name: LanguageName): Query {
    return remembered(this.#queries, name, () => new Query(this.#language(name), symbolQueries[name]))
  }

  #parser(name: LanguageName): Parser {
    return remembered(this.#parsers, name, () => new Parser().setLanguage(this.#language(name)))
  }

  #language(name: LanguageName): Language {
    return remembered(this.#languages, name, () => Language.loadSync(compiledModule(grammarFiles[name])))
  }
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
