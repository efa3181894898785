// Lets a few in at a time; the others wait their turn.

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
      // the place goes straight to the next in line
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
