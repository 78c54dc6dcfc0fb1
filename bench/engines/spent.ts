import { performance } from 'node:perf_hooks'
import process from 'node:process'

/** Milliseconds: by the clock, and of this process's processor time. */
export interface Spent {
  readonly wall: number
  readonly cpu: number
}

/** What it takes to do some work. */
export async function spentOn(work: () => Promise<void>): Promise<Spent> {
  const [start, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { wall: performance.now() - start, cpu: (user + system) / 1000 }
}
