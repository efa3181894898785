// A serial console over a ring: history, and any number of viewers that pull at their own pace.
// For every driver: it feeds output in and says where input goes. Knows nothing of guests.
import type { ConsoleEnd, ConsolePiece, ConsoleStream, HistoryQuery, SerialConsole } from './driver.ts'
import { Ring } from './ring.ts'

export class Serial implements SerialConsole {
  readonly ring = new Ring()
  readonly #input: (bytes: Uint8Array) => void
  #waiting = new Set<() => void>()
  #end: ConsoleEnd | undefined

  constructor(input: (bytes: Uint8Array) => void) {
    this.#input = input
  }

  output(bytes: Uint8Array) {
    this.ring.append(bytes)
    this.#wake()
  }

  /** Viewers read what is left and are told why there is no more. */
  end(end: ConsoleEnd) {
    this.#end ??= end
    this.#wake()
  }

  async history(query: HistoryQuery) {
    const { gap, total } = this.ring
    const wanted = query.from_start ?? Math.max(0, total - query.most_recent)
    if (query.from_start !== undefined && wanted >= gap.from && wanted < gap.to) return { forgotten: gap }
    const { data, end } = this.ring.read(wanted, query.max_bytes)
    return { data, last_byte_offset: end }
  }

  attach(from: { from_start: number } | { most_recent: number }): ConsoleStream {
    let offset = 'from_start' in from ? from.from_start : Math.max(0, this.ring.total - from.most_recent)
    offset = Math.min(offset, this.ring.total)
    let wake: (() => void) | undefined
    let closed = false
    return {
      read: async (max_bytes: number): Promise<ConsolePiece | ConsoleEnd> => {
        for (;;) {
          if (closed) return { ended: 'closed', reason: 'the viewer left' }
          if (offset < this.ring.total) {
            const { data, end, skipped } = this.ring.read(offset, max_bytes)
            offset = end
            return { data, last_byte_offset: end, skipped }
          }
          if (this.#end) return this.#end
          await new Promise<void>((resolve) => {
            wake = resolve
            this.#waiting.add(resolve)
          })
        }
      },
      close: () => {
        closed = true
        if (wake) {
          this.#waiting.delete(wake)
          wake()
        }
      },
    }
  }

  async write(bytes: Uint8Array) {
    if (!this.#end) this.#input(bytes)
  }

  #wake() {
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const wake of waiting) wake()
  }
}
