// A fair lock: first come, first served, so that a busy writer cannot starve another.

export class Mutex {
  #held = false
  readonly #waiting: (() => void)[] = []

  /** Undefined when the lock was free: a caller that need not wait should not pay for a promise. */
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
