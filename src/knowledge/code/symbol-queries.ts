import type { LanguageName } from './languages.ts'

/*
 * Tree-sitter queries for what names do in code, in the manner of the grammars' own `tags.scm`. Of several captures of one
 * node the first in the order of `symbolRoles` counts.
 */

const script = `
(function_declaration name: (identifier) @definition)
(generator_function_declaration name: (identifier) @definition)
(class_declaration name: (_) @definition)
(method_definition name: (property_identifier) @definition)
(program (lexical_declaration (variable_declarator name: (identifier) @definition)))
(export_statement (lexical_declaration (variable_declarator name: (identifier) @definition)))
(call_expression function: (identifier) @call)
(call_expression function: (member_expression property: (property_identifier) @call))
(new_expression constructor: (identifier) @call)
(import_statement source: (string (string_fragment) @import))
(export_statement source: (string (string_fragment) @import))
(call_expression function: (import) arguments: (arguments (string (string_fragment) @import)))
[(identifier) (property_identifier) (shorthand_property_identifier)] @reference
`

const typescript = `${script}
(interface_declaration name: (type_identifier) @definition)
(abstract_class_declaration name: (type_identifier) @definition)
(type_alias_declaration name: (type_identifier) @definition)
(enum_declaration name: (identifier) @definition)
(function_signature name: (identifier) @definition)
(extends_clause value: (identifier) @inherits)
(implements_clause (type_identifier) @inherits)
(extends_type_clause (type_identifier) @inherits)
(type_identifier) @reference
`

const javascript = `${script}
(class_heritage (identifier) @inherits)
`

const python = `
(function_definition name: (identifier) @definition)
(class_definition name: (identifier) @definition)
(module (expression_statement (assignment left: (identifier) @definition)))
(call function: (identifier) @call)
(call function: (attribute attribute: (identifier) @call))
(class_definition superclasses: (argument_list (identifier) @inherits))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @inherits)))
(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (dotted_name) @import))
(import_from_statement module_name: (_) @import)
(identifier) @reference
`

const go = `
(function_declaration name: (identifier) @definition)
(method_declaration name: (field_identifier) @definition)
(type_spec name: (type_identifier) @definition)
(source_file (const_declaration (const_spec name: (identifier) @definition)))
(source_file (var_declaration (var_spec name: (identifier) @definition)))
(call_expression function: (identifier) @call)
(call_expression function: (selector_expression field: (field_identifier) @call))
(field_declaration !name type: (type_identifier) @inherits)
(import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @import))
[(identifier) (type_identifier) (field_identifier)] @reference
`

const rust = `
(function_item name: (identifier) @definition)
(function_signature_item name: (identifier) @definition)
(struct_item name: (type_identifier) @definition)
(enum_item name: (type_identifier) @definition)
(union_item name: (type_identifier) @definition)
(trait_item name: (type_identifier) @definition)
(type_item name: (type_identifier) @definition)
(const_item name: (identifier) @definition)
(static_item name: (identifier) @definition)
(macro_definition name: (identifier) @definition)
(call_expression function: (identifier) @call)
(call_expression function: (scoped_identifier name: (identifier) @call))
(call_expression function: (field_expression field: (field_identifier) @call))
(macro_invocation macro: (identifier) @call)
(impl_item trait: (type_identifier) @inherits)
(impl_item trait: (generic_type type: (type_identifier) @inherits))
(use_declaration argument: (_) @import)
(mod_item name: (identifier) @import !body)
[(identifier) (type_identifier) (field_identifier)] @reference
`

const java = `
(class_declaration name: (identifier) @definition)
(interface_declaration name: (identifier) @definition)
(enum_declaration name: (identifier) @definition)
(record_declaration name: (identifier) @definition)
(annotation_type_declaration name: (identifier) @definition)
(method_declaration name: (identifier) @definition)
(field_declaration declarator: (variable_declarator name: (identifier) @definition))
(method_invocation name: (identifier) @call)
(object_creation_expression type: (type_identifier) @call)
(superclass (type_identifier) @inherits)
(super_interfaces (type_list (type_identifier) @inherits))
(extends_interfaces (type_list (type_identifier) @inherits))
(import_declaration (scoped_identifier) @import)
[(identifier) (type_identifier)] @reference
`

/** What a name does where it stands, the most telling first. */
export const symbolRoles = ['definition', 'import', 'inherits', 'call', 'reference'] as const

export type SymbolRole = (typeof symbolRoles)[number]

export const symbolQueries: Readonly<Record<LanguageName, string>> = {
  typescript,
  tsx: typescript,
  javascript,
  python,
  go,
  rust,
  java,
}
