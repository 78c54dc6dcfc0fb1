import { language } from './language.ts'

/** Java (https://github.com/tree-sitter/tree-sitter-java). */
export const java = language({
  imports: 'package_declaration import_declaration',
  definitions:
    'method_declaration constructor_declaration compact_constructor_declaration field_declaration constant_declaration ' +
    'annotation_type_element_declaration static_initializer',
  containers: 'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
  leading: 'line_comment block_comment',
  wrappers: '',
})
