import { RELEASE } from './release.ts'
import { workflowHead } from './workflow-head.ts'

/** A workflow that gates pull requests and makes the next baseline on pushes to the base branch. */
export function workflow(branch: string): string {
  return `${workflowHead(branch, 'finds the baseline')}  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false # what a change brings along need not find the token
      - uses: ${RELEASE.action}
`
}
