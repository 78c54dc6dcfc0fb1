import { stringify } from 'yaml'

/** What the gate's workflow begins with, in one job or in many; `reads` says what it takes from earlier jobs. */
export function workflowHead(branch: string, reads: string): string {
  return `name: retrieval
on:
  pull_request:
  push:
    branches: ${stringify([branch], { collectionStyle: 'flow', flowCollectionPadding: false }).trim()}
permissions:
  contents: read
  actions: read # ${reads}
  pull-requests: write # comments
concurrency:
  group: retrieval-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
jobs:
`
}
