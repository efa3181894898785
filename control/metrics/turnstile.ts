// Limits concurrency: a few run at a time, the rest queue.

export class Turnstile {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // the slot goes directly to the next in the queue
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
