/** Where the released Action and its files are found; what `init` writes takes every reference from here. */
export const RELEASE = {
  action: 'OWNER/retrieval-gate@v1',
  schema: 'https://raw.githubusercontent.com/OWNER/retrieval-gate/v1/schema.json',
  configuration: 'https://github.com/OWNER/retrieval-gate/blob/v1/docs/configuration.md',
} as const
