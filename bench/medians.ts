/** Milliseconds of CPU that each task took, run in turns so that a busy machine slows all of them alike. */
export function interleaved(tasks: Readonly<Record<string, () => unknown>>, rounds: number): Map<string, number[]> {
  const times = new Map(Object.keys(tasks).map((name): [string, number[]] => [name, []]))
  for (const task of Object.values(tasks)) task()
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      const start = process.cpuUsage()
      task()
      const { user, system } = process.cpuUsage(start)
      times.get(name)!.push((user + system) / 1000)
    }
  }
  return times
}

/** Prints each task's median and its ratio to the first task's. */
export function printMedians(times: ReadonlyMap<string, readonly number[]>): void {
  const medians = [...times].map(([name, all]): [string, number] => [name, median(all)])
  const [, first] = medians[0]!
  for (const [name, time] of medians) {
    console.log(`${name.padEnd(36)} ${time.toFixed(1).padStart(10)} ms  x ${(time / first).toFixed(2)}`)
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}
