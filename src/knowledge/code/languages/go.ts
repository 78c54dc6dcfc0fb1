import { language } from './language.ts'

/** Go (https://github.com/tree-sitter/tree-sitter-go). */
export const go = language({
  imports: 'package_clause import_declaration',
  definitions: 'function_declaration method_declaration type_declaration const_declaration var_declaration',
  containers: '',
  leading: 'comment',
  wrappers: '',
})
