// The serial console of one start of a machine. Its history is the file that QEMU writes, so it survives us, and any number of viewers
// read it at their own pace. QEMU's socket takes one client at a time, so we connect only to write.
import type { HostAccess } from './access/host-access.ts'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { ConsoleEnd, ConsolePiece, ConsoleStream, HistoryQuery, SerialConsole } from '../serial-console.ts'
import { makeSerialLog } from './serial-log.ts'

/** In case the system does not report that the file has grown. */
const LOOK_AGAIN_MS = 1000
/** In case nobody says that the machine has ended. */
const ASK_AGAIN_MS = 10_000
const WRITE_TIMEOUT_MS = 5000

export interface SerialOptions {
  access: HostAccess
  log: string
  socket: string
  clock: Clock
  /** Why there will be no more output. */
  end(): Promise<ConsoleEnd | undefined>
  /** Calls when end() may have changed. */
  watch(listener: () => void): () => void
  closed: AbortSignal
}

const NOTHING = new Uint8Array()
const LEFT: ConsoleEnd = { ended: 'closed', reason: 'the viewer left' }
const CLOSED: ConsoleEnd = { ended: 'closed', reason: 'the server is going away' }

export function makeSerial(options: SerialOptions): SerialConsole {
  const { access, log, socket, clock, end, watch: watchMachine, closed } = options
  const { size, read } = makeSerialLog(access, log)

  return {
    async history(query: HistoryQuery) {
      const total = await size()
      const from = Math.min(total, query.from_start ?? Math.max(0, total - query.most_recent))
      const data = await read(from, query.max_bytes)
      return { data, last_byte_offset: from + data.length }
    },

    attach(from): ConsoleStream {
      let offset: number | undefined
      let wake: (() => void) | undefined
      let isNotified = false
      let hasLeft = false
      const notify = () => {
        isNotified = true
        wake?.()
      }
      // decided now: what is printed before the first read belongs to the viewer
      const begin = size().then((total) =>
        'from_start' in from ? Math.min(from.from_start, total) : Math.max(0, total - from.most_recent),
      )
      let mayHaveEnded = true
      let asked = 0
      const forget = watchMachine(() => {
        mayHaveEnded = true
        notify()
      })
      const file = access.watch(log, notify)
      closed.addEventListener('abort', notify)

      async function next(max_bytes: number): Promise<ConsolePiece | ConsoleEnd> {
        offset ??= await begin
        for (;;) {
          if (hasLeft) return LEFT
          isNotified = false
          // looked at first, because asking the host takes longer than an echo may
          const data = await read(offset, max_bytes)
          if (data.length > 0) return piece(data)
          if (mayHaveEnded || clock.now().getTime() - asked >= ASK_AGAIN_MS) {
            mayHaveEnded = false
            asked = clock.now().getTime()
            const over = await end()
            // what was printed until then is still to be read
            const last = over && over.ended !== 'removed' ? await read(offset, max_bytes) : NOTHING
            if (over) mayHaveEnded = true
            if (last.length > 0) return piece(last)
            if (over) return over
          }
          if (closed.aborted) return CLOSED
          if (!isNotified && !hasLeft) await notified()
        }
      }

      function piece(data: Uint8Array): ConsolePiece {
        offset = (offset ?? 0) + data.length
        return { data, last_byte_offset: offset, skipped: 0 }
      }

      async function notified() {
        const late = new AbortController()
        await Promise.race([
          new Promise<void>((resolve) => (wake = resolve)),
          clock.sleep(LOOK_AGAIN_MS, late.signal).catch(() => undefined),
        ])
        late.abort()
      }

      function close() {
        hasLeft = true
        forget()
        file()
        closed.removeEventListener('abort', notify)
        wake?.()
      }

      return {
        async read(max_bytes) {
          const answer = await next(max_bytes)
          if ('ended' in answer) close()
          return answer
        },
        close,
      }
    },

    write: (bytes) => typeInto(access, socket, bytes),
  }
}

const refusal = (reason: string) => new DriverError('wrong_state', `the serial console takes no input: ${reason}`)

/** Leaves at once, because the next writer waits for us to leave. */
async function typeInto(access: HostAccess, path: string, bytes: Uint8Array): Promise<void> {
  const socket = await access.connect(path).catch((error: Error) => {
    throw error instanceof DriverError ? error : refusal(error.message)
  })
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(WRITE_TIMEOUT_MS)
    const giveUp = () => {
      reject(refusal('it does not answer'))
      socket.destroy()
    }
    late.addEventListener('abort', giveUp)
    socket.once('error', (error) => reject(refusal(error.message)))
    socket.once('close', () => {
      late.removeEventListener('abort', giveUp)
      resolve()
    })
    // QEMU reads all of it before it notices that we have left; what the guest prints is in the file
    socket.resume()
    socket.end(bytes)
  })
}
