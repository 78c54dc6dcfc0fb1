import { language } from './language.ts'

/** Rust (https://github.com/tree-sitter/tree-sitter-rust). */
export const rust = language({
  imports: 'use_declaration extern_crate_declaration',
  definitions:
    'function_item function_signature_item struct_item enum_item union_item type_item const_item static_item ' +
    'macro_definition associated_type',
  containers: 'impl_item trait_item mod_item foreign_mod_item',
  leading: 'line_comment block_comment attribute_item inner_attribute_item',
  wrappers: '',
})
