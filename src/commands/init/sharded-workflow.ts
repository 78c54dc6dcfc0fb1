import { RELEASE } from './release.ts'
import { workflowHead } from './workflow-head.ts'

/** The gate as a matrix: each job asks a part of the questions, and one puts the parts together and decides. */
export function shardedWorkflow(branch: string, count: number): string {
  const parts = Array.from({ length: count }, (_, index) => index + 1).join(', ')
  return `${workflowHead(branch, 'finds the baseline and the shards')}  shard:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    strategy:
      fail-fast: false # one shard's trouble is told beside the others', not in their place
      matrix:
        part: [${parts}]
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false # what a change brings along need not find the token
      - uses: ${RELEASE.action}
        with:
          shard: \${{ matrix.part }}/${count}
  gate:
    needs: shard
    if: \${{ !cancelled() }} # also where a shard failed: a missing part makes this red, and says which
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false
      - uses: ${RELEASE.action}
        with:
          mode: merge
`
}
