import { stringify } from 'yaml'
import { RELEASE } from './release.ts'

/** The gate as a matrix: each job asks a part of the questions, and one puts the parts together and decides. */
export function shardedWorkflow(branch: string, count: number): string {
  const parts = Array.from({ length: count }, (_, index) => index + 1).join(', ')
  return `name: retrieval
on:
  pull_request:
  push:
    branches: ${stringify([branch], { collectionStyle: 'flow', flowCollectionPadding: false }).trim()}
permissions:
  contents: read
  actions: read # finds the baseline and the shards
  pull-requests: write # comments
jobs:
  shard:
    runs-on: ubuntu-latest
    strategy:
      fail-fast: false # one shard's trouble is told beside the others', not in their place
      matrix:
        part: [${parts}]
    steps:
      - uses: actions/checkout@v5
      - uses: ${RELEASE.action}
        with:
          shard: \${{ matrix.part }}/${count}
  gate:
    needs: shard
    if: \${{ !cancelled() }} # also where a shard failed: a missing part makes this red, and says which
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: ${RELEASE.action}
        with:
          mode: merge
`
}
