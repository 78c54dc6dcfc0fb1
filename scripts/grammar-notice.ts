/** The package of compiled grammars ships its own licence only; these are the notices of what it compiles. */
export const grammarNotice = `The grammars in this package are under the MIT licence as well, whose text is the same:

tree-sitter-go: Copyright (c) 2014 Max Brunsfeld
tree-sitter-java: Copyright (c) 2017 Ayman Nadeem
tree-sitter-javascript: Copyright (c) 2014 Max Brunsfeld
tree-sitter-python: Copyright (c) 2016 Max Brunsfeld
tree-sitter-rust: Copyright (c) 2017 Maxim Sokolov
tree-sitter-typescript: Copyright (c) 2017 Max Brunsfeld`
