/** Milliseconds before the second and the third try. */
const WAITS = [500, 2000]

/**
 * Tries up to three times what may fail for a moment.
 * @param mayPass whether this failure may be gone the next time; others are thrown at once
 * @param wait for a number of milliseconds
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
  wait: (ms: number) => Promise<unknown>,
): Promise<T> {
  for (const pause of WAITS) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayPass(error)) throw error
      await wait(pause)
    }
  }
  return attempt()
}
