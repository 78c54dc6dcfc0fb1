import { expect, it } from 'vitest'
import { lanceMessage } from '../../../src/strategies/lancedb/lance-message.ts'

const at = '/usr/local/cargo/registry/src/index.crates.io-1949cf8c6b5b557f'

it.each([
  [
    `Table 'nope' was not found  Caused by: Dataset at path x/nope.lance was not found: Not found: x/nope.lance/_versions, ${at}/lance-table-8.0.0/src/io/commit.rs:646:26, ${at}/lance-8.0.0/src/dataset/builder.rs:864:29    Caused by: Not found: x/nope.lance/_versions`,
    "Table 'nope' was not found",
  ],
  [
    `Failed to execute query stream: GenericFailure, lance error: Invalid user input: Cannot perform full text search unless an INVERTED index has been created on at least one column, ${at}/lance-index-8.0.0/src/scalar/inverted/query.rs:835:25  Caused by: Invalid user input: Cannot`,
    'Invalid user input: Cannot perform full text search unless an INVERTED index has been created on at least one column',
  ],
  [
    `lance error: LanceError(IO): Generic S3 error: Failed to resolve region for bucket 'b', ${at}/lance-io-8.0.0/src/object_store/providers/aws.rs:224:13  Caused by: LanceError(IO)`,
    "LanceError(IO): Generic S3 error: Failed to resolve region for bucket 'b'",
  ],
  [
    'Failed to execute query stream: GenericFailure, Invalid input, No vector column found to match with the query vector dimension: 3',
    'Failed to execute query stream: GenericFailure, Invalid input, No vector column found to match with the query vector dimension: 3',
  ],
])('keeps of an error of LanceDB what went wrong: %#', (message, said) => {
  expect(lanceMessage(new Error(message))).toBe(said)
})
