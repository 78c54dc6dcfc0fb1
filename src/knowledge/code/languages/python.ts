import { language } from './language.ts'

/** Python (https://github.com/tree-sitter/tree-sitter-python). */
export const python = language({
  imports: 'import_statement import_from_statement future_import_statement',
  definitions: 'function_definition assignment type_alias_statement',
  containers: 'class_definition',
  leading: 'comment decorator',
  wrappers: 'decorated_definition expression_statement',
})
