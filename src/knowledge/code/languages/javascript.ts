import { language } from './language.ts'

/** JavaScript and TypeScript (https://github.com/tree-sitter/tree-sitter-typescript). */
export const javascript = language({
  imports: 'import_statement import_alias',
  definitions:
    'function_declaration generator_function_declaration function_signature type_alias_declaration ' +
    'lexical_declaration variable_declaration method_definition method_signature abstract_method_signature ' +
    'public_field_definition field_definition class_static_block',
  containers:
    'class_declaration abstract_class_declaration interface_declaration enum_declaration internal_module module',
  leading: 'comment decorator',
  wrappers: 'export_statement ambient_declaration expression_statement',
})
