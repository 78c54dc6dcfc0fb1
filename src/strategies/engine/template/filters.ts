/**
 * Escapes for a text inside a string literal of another language, itself inside the request: the request's own escaping
 * comes on top, wherever the template stands.
 */
export const filters: Readonly<Record<string, (text: string) => string>> = {
  /** Between the double quotes of JSON in JSON. */
  json: (text) => JSON.stringify(text).slice(1, -1),
  /** Between the double quotes of GraphQL, whose escapes are those of JSON. */
  graphql: (text) => JSON.stringify(text).slice(1, -1),
  /** Between the double quotes of Vespa's YQL. */
  yql: (text) => JSON.stringify(text).slice(1, -1),
  /** Between the single quotes of SQL, OData and the like, which double them. */
  sql: (text) => text.replaceAll("'", "''"),
  /** Between the backticks of a filter expression such as Typesense's; there is no escape, so they are left out. */
  backticks: (text) => text.replaceAll('`', ' '),
}
