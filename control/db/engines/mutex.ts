// A fair (FIFO) lock, so that a busy writer cannot starve another.

export class Mutex {
  #held = false
  readonly #waiting: (() => void)[] = []

  /** Returns undefined when the lock was free, to save the cost of a promise. */
  lock(): Promise<void> | undefined {
    if (!this.#held) {
      this.#held = true
      return undefined
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  unlock(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#held = false
  }
}
