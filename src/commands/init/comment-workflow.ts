import { RELEASE } from './release.ts'

/**
 * The companion of the gate's workflow, which comments where the gate's own token may not: for forks and Dependabot. It runs
 * with the rights of the base branch, so it checks nothing out, and reads the report that the gate uploaded as data.
 */
export function commentWorkflow(): string {
  return `name: retrieval comment
on:
  workflow_run:
    workflows: [retrieval]
    types: [completed]
permissions:
  actions: read # reads the report that the gate uploaded
  pull-requests: write # comments
jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      # No checkout here: this job may write, and the change is a stranger's.
      - uses: ${RELEASE.action}
        with:
          mode: comment
`
}
