/** Milliseconds before anything is said about the time that is left. */
const LEARNING = 3000

/** How long the rest takes, at the pace so far. */
export class Pace {
  readonly #now: () => number
  #what = ''
  #since = 0
  #first = 0

  constructor(now: () => number) {
    this.#now = now
  }

  left(what: string, done: number, total: number): string {
    const time = this.#now()
    if (what !== this.#what || done < this.#first) {
      this.#what = what
      this.#since = time
      this.#first = done
    }
    const elapsed = time - this.#since
    if (elapsed < LEARNING || done <= this.#first || done >= total) return ''
    return `, about ${rest((elapsed * (total - done)) / (done - this.#first))} left`
  }
}

function rest(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
