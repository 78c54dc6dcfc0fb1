import { stringify } from 'yaml'
import { RELEASE } from './release.ts'

/** A workflow that gates pull requests and makes the next baseline on pushes to the base branch. */
export function workflow(branch: string): string {
  return `name: retrieval
on:
  pull_request:
  push:
    branches: ${stringify([branch], { collectionStyle: 'flow', flowCollectionPadding: false }).trim()}
permissions:
  contents: read
  actions: read # finds the baseline
  pull-requests: write # comments
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: ${RELEASE.action}
`
}
