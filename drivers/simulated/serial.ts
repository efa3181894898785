// The serial console of one start of a simulated machine: its history, and any number of viewers that read at their own pace. The store
// holds the output once for all viewers; output of plan steps since the last write is computed here.
import type { ConsoleEnd, ConsolePiece, ConsoleStream, HistoryQuery, SerialConsole } from '../serial-console.ts'
import { blockAt, gapOf, joined, readableSpan, sliceOf } from './output-blocks.ts'
import type { SimulatedMachine } from './machine.ts'
import type { MachineList } from './machine-list.ts'

const CLOSED: ConsoleEnd = { ended: 'closed', reason: 'the host is going away' }
const LEFT: ConsoleEnd = { ended: 'closed', reason: 'the viewer left' }
const REMOVED: ConsoleEnd = { ended: 'removed', reason: 'VM removed' }
const REPLACED: ConsoleEnd = { ended: 'removed', reason: 'VM replaced' }

export function makeSerial(machines: MachineList, id: string, generation: number): SerialConsole {
  /** The machine, or the reason why this start has no more output. */
  function current(): { machine: SimulatedMachine; end: ConsoleEnd | undefined } | ConsoleEnd {
    const found = machines.seen(id)
    if (!found) return REMOVED
    const { machine, isRemoved } = found
    if (machine.record.spec.generation !== generation) return REPLACED
    return { machine, end: machine.end() ?? (isRemoved ? REMOVED : undefined) }
  }

  /** Undefined if the cache is stale; the caller retries. */
  async function read(machine: SimulatedMachine, from: number, max_bytes: number): Promise<ConsolePiece | undefined> {
    const { total } = machine
    const { printed } = machine.record
    const unstored = machine.unstored()
    const span = readableSpan(total, from, max_bytes)
    const stored = { from: Math.min(span.from, printed), to: Math.min(span.to, printed) }
    const numbers = { from: blockAt(stored.from), to: blockAt(Math.max(stored.from, stored.to - 1)) }
    const blocks = stored.to > stored.from ? await machines.blocks(id, generation, numbers) : []
    const first = sliceOf(blocks, stored)
    if (!first) return undefined
    const rest = unstored.subarray(Math.max(0, span.from - printed), Math.max(0, span.to - printed))
    return { data: joined([first, rest]), last_byte_offset: span.to, skipped: span.skipped }
  }

  return {
    async history(query: HistoryQuery) {
      for (;;) {
        const seen = current()
        if ('ended' in seen) return { data: new Uint8Array(), last_byte_offset: 0 }
        const { total } = seen.machine
        const wanted = query.from_start ?? Math.max(0, total - query.most_recent)
        const gap = gapOf(total)
        if (query.from_start !== undefined && wanted >= gap.from && wanted < gap.to) return { forgotten: gap }
        const piece = await read(seen.machine, wanted, query.max_bytes)
        if (piece) return { data: piece.data, last_byte_offset: piece.last_byte_offset }
        await machines.refresh(id)
      }
    },

    attach(from): ConsoleStream {
      const seen = current()
      const total = 'ended' in seen ? 0 : seen.machine.total
      let offset = 'from_start' in from ? Math.min(from.from_start, total) : Math.max(0, total - from.most_recent)
      let wake: (() => void) | undefined
      let isNotified = false
      let closed = false
      const notify = () => {
        isNotified = true
        wake?.()
      }
      const leave = machines.watchClosely((changed) => void (changed.id === id && notify()))
      machines.closed.addEventListener('abort', notify)

      async function next(max_bytes: number): Promise<ConsolePiece | ConsoleEnd> {
        for (;;) {
          if (closed) return LEFT
          isNotified = false
          const now = current()
          if ('ended' in now) return now
          if (offset < now.machine.total) {
            const piece = await read(now.machine, offset, max_bytes)
            if (!piece) await machines.refresh(id)
            if (!piece) continue
            offset = piece.last_byte_offset
            return piece
          }
          if (now.end) return now.end
          if (machines.closed.aborted) return CLOSED
          if (!isNotified) await new Promise<void>((resolve) => (wake = resolve))
        }
      }

      function close() {
        closed = true
        leave()
        machines.closed.removeEventListener('abort', notify)
        wake?.()
      }

      return {
        async read(max_bytes) {
          const piece = await next(max_bytes)
          if ('ended' in piece) close()
          return piece
        },
        close,
      }
    },

    async write(bytes) {
      const type = (machine: SimulatedMachine | undefined) => {
        if (machine?.record.spec.generation !== generation || !machine.record.guest.up) return undefined
        machine.input(bytes)
        return machine
      }
      // a power cut may lose what was just typed
      await machines.change(id, type, { durable: false })
    },
  }
}
