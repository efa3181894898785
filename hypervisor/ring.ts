// Output of unknown length in bounded memory: the first stretch and the last one are kept, the middle is forgotten.
// Offsets count from the very first byte and never move.

export const MEBIBYTE = 1024 * 1024

export interface RingPiece {
  data: Uint8Array
  /** Offset just after the data. */
  end: number
  /** Bytes that were asked for and are forgotten. */
  skipped: number
}

export interface RingState {
  head: Uint8Array
  tail: Uint8Array
  total: number
}

export class Ring {
  readonly #head_limit: number
  readonly #tail_limit: number
  #head = new Uint8Array(0)
  #head_length = 0
  #tail = new Uint8Array(0)
  #tail_start = 0
  #total = 0

  constructor(head_limit = MEBIBYTE, tail_limit = MEBIBYTE) {
    this.#head_limit = head_limit
    this.#tail_limit = tail_limit
  }

  get total() {
    return this.#total
  }

  /** The forgotten middle, empty (from === to) as long as everything is kept. */
  get gap() {
    return { from: this.#head_length, to: Math.max(this.#head_length, this.#tail_start) }
  }

  append(bytes: Uint8Array) {
    const to_head = this.#tailLength() > 0 ? 0 : Math.min(bytes.length, this.#head_limit - this.#head_length)
    if (to_head > 0) {
      this.#head = grown(this.#head, this.#head_length, this.#head_length + to_head, this.#head_limit)
      this.#head.set(bytes.subarray(0, to_head), this.#head_length)
      this.#head_length += to_head
      this.#total += to_head
      this.#tail_start = this.#head_length
    }
    if (bytes.length > to_head) this.#appendTail(bytes.subarray(to_head))
  }

  read(from: number, max_bytes: number): RingPiece {
    const { from: gap_from, to: gap_to } = this.gap
    const begin = from >= gap_from && from < gap_to ? gap_to : Math.min(from, this.#total)
    const skipped = begin - Math.min(from, begin)
    const kept_until = begin < gap_from && gap_from < gap_to ? gap_from : this.#total
    const end = Math.min(kept_until, begin + max_bytes)
    const data = new Uint8Array(end - begin)
    const in_head = Math.max(0, Math.min(end, this.#head_length) - begin)
    if (in_head > 0) data.set(this.#head.subarray(begin, begin + in_head))
    if (end > begin + in_head) this.#copyTail(data, in_head, begin + in_head, end)
    return { data, end, skipped }
  }

  /** What to keep over a restart, at most `limit` bytes of either end. */
  state(limit: number): RingState {
    const head = this.#head.slice(0, Math.min(this.#head_length, limit))
    const tail = this.read(Math.max(head.length, this.#total - limit), limit).data
    return { head, tail, total: this.#total }
  }

  restore(state: RingState) {
    this.#head = state.head.slice()
    this.#head_length = state.head.length
    this.#total = state.total - state.tail.length
    this.#tail_start = this.#total
    this.#tail = new Uint8Array(0)
    if (state.tail.length > 0) this.#appendTail(state.tail)
  }

  #tailLength() {
    return this.#total - this.#tail_start
  }

  #appendTail(all: Uint8Array) {
    const bytes = all.subarray(Math.max(0, all.length - this.#tail_limit))
    this.#total += all.length - bytes.length
    const wanted = Math.min(this.#tail_limit, this.#tailLength() + bytes.length)
    // positions are offset modulo capacity, so a change of capacity moves what is kept
    if (wanted > this.#tail.length) this.#resizeTail(wanted)
    const at = this.#total % this.#tail.length
    const first = Math.min(bytes.length, this.#tail.length - at)
    this.#tail.set(bytes.subarray(0, first), at)
    this.#tail.set(bytes.subarray(first), 0)
    this.#total += bytes.length
    this.#tail_start = Math.max(this.#tail_start, this.#total - this.#tail_limit)
  }

  #resizeTail(wanted: number) {
    const capacity = Math.min(this.#tail_limit, Math.max(wanted, this.#tail.length * 2, 4096))
    const kept = new Uint8Array(Math.min(this.#tailLength(), this.#tail.length))
    const from = this.#total - kept.length
    if (kept.length > 0) this.#copyTail(kept, 0, from, this.#total)
    this.#tail = new Uint8Array(capacity)
    const at = from % capacity
    const first = Math.min(kept.length, capacity - at)
    this.#tail.set(kept.subarray(0, first), at)
    this.#tail.set(kept.subarray(first), 0)
  }

  #copyTail(target: Uint8Array, at: number, from: number, to: number) {
    const start = from % this.#tail.length
    const first = Math.min(to - from, this.#tail.length - start)
    target.set(this.#tail.subarray(start, start + first), at)
    target.set(this.#tail.subarray(0, to - from - first), at + first)
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, used: number, wanted: number, limit: number) {
  if (wanted <= bytes.length) return bytes
  const larger = new Uint8Array(Math.min(limit, Math.max(wanted, bytes.length * 2, 4096)))
  larger.set(bytes.subarray(0, used))
  return larger
}
