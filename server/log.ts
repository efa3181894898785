// Server log: JSON lines for collectors, plain lines for terminals. It leaves out query strings and headers, because more people
// read a log than may see a token.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '#control/frame/ports/host.ts'

export interface ServerLog extends Log {
  /** Logs one line when the response ends, completed or aborted. */
  request(incoming: IncomingMessage, outgoing: ServerResponse, address: string): void
  flush(): void
  /** The latest lines, oldest first, for the support bundle. */
  recent(): string
}

export interface LogTarget {
  write(text: string): unknown
  on?(event: 'error', listener: () => void): unknown
  isTTY?: boolean | undefined
}

type Level = 'info' | 'warn' | 'error'
type Facts = Record<string, unknown>

// writes to a pipe block: at thousands of requests a second, a write per line would cost more than the requests
const FLUSH_INTERVAL_MS = 50
/** One or two blocks of this size are in memory. */
const RECENT_CHARACTERS = 1024 * 1024

export function makeLog(target: LogTarget = process.stdout): ServerLog {
  const format = target.isTTY ? readable : json
  // the log's reader may exit; without an error listener the next write would crash the server
  target.on?.('error', () => undefined)
  let lines = ''
  let recent = ''
  let older = ''
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    const text = lines
    lines = ''
    remember(text)
    target.write(text)
  }

  function remember(text: string) {
    recent += text
    if (recent.length < RECENT_CHARACTERS) return
    older = recent
    recent = ''
  }

  function say(level: Level, message: string, facts: Facts = {}) {
    lines += format(new Date(), level, message, facts)
    // an error may be the last line before a crash
    if (level === 'error') flush()
    else timer ??= setTimeout(flush, FLUSH_INTERVAL_MS).unref()
  }

  return {
    info: (message, facts) => say('info', message, facts),
    warn: (message, facts) => say('warn', message, facts),
    error: (message, facts) => say('error', message, facts),
    flush,
    recent: () => older + recent + lines,
    request(incoming, outgoing, address) {
      const started = performance.now()
      const { socket } = incoming
      // read the path now: a handler may rewrite the URL
      const path = pathOf(incoming.url)
      const written = socket.bytesWritten
      outgoing.once('close', () => {
        const status = outgoing.writableFinished || outgoing.headersSent ? outgoing.statusCode : 499
        say('info', 'request', {
          method: incoming.method,
          path,
          status,
          ms: Math.round((performance.now() - started) * 10) / 10,
          bytes: socket.bytesWritten - written,
          request_id: outgoing.getHeader('x-request-id'),
          address,
        })
      })
    },
  }
}

export function pathOf(url = '/'): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

function json(time: Date, level: Level, message: string, facts: Facts): string {
  const kind = message === 'request' ? {} : { level, message }
  return JSON.stringify({ time: time.toISOString(), ...kind, ...facts }, plain) + '\n'
}

function readable(time: Date, level: Level, message: string, facts: Facts): string {
  const clock = time.toTimeString().slice(0, 8)
  if (message === 'request') {
    const { method, path, status, ms, bytes } = facts
    return `${clock}  ${status}  ${String(method).padEnd(6)} ${path}  ${ms} ms  ${bytes} B\n`
  }
  const mark = level === 'info' ? '' : `${level}: `
  const rest = Object.entries(facts).map(([name, value]) => `  ${name}=${JSON.stringify(value, plain)}`)
  return `${clock}  ${mark}${message}${rest.join('')}\n`
}

/** JSON.stringify writes an error as {}, which would lose its message and stack. */
function plain(_name: string, value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? value.message
  return typeof value === 'bigint' ? String(value) : value
}
