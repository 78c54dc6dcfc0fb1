/** A list of 32-bit integers that grows, as fast to read as an array of them. */
export class GrowingInts {
  /** The first `size` are in use; taken anew after every `push`, since it moves. */
  values = new Int32Array(1 << 12)
  size = 0

  push(value: number): void {
    if (this.size === this.values.length) {
      const values = new Int32Array(this.size * 2)
      values.set(this.values)
      this.values = values
    }
    this.values[this.size++] = value
  }
}
