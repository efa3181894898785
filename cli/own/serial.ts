// `rackwright instance serial console`: connects the terminal to the guest.
import { needText, readNumber, textIn } from '../args.ts'
import type { Context, Run } from '../context.ts'
import { CliError, EXIT, Refused, usage } from '../failure.ts'
import { write } from '../io.ts'
import { makeEscapes } from '../serial/escape.ts'
import { openLine } from '../serial/line.ts'
import { socketTo } from '../serial/socket.ts'
import { readCa } from '../http.ts'

const DEFAULT_HISTORY_BYTES = 262_144
const HELP = 'Ctrl-] q disconnects, Ctrl-] r sends the size of the terminal, Ctrl-] Ctrl-] sends Ctrl-]'

export const serialConsole: Run = async (given, _positionals, context) => {
  const { io, host, connect } = context
  const instance = needText(given, 'instance')
  const query = { project: textIn(given, 'project') }
  const history = readNumber('history', textIn(given, 'history') ?? String(DEFAULT_HISTORY_BYTES))
  if (!io.stdin.isTTY)
    throw usage('the serial console needs a terminal; `instance serial history` prints earlier output')
  const api = connect()
  // check by HTTP first, for full error messages with a request ID; a close frame is too short for them
  const { run_state } = await api.call<{ run_state: string }>('instance_view', { path: { instance }, query }, io.signal)
  const ca = readCa(host().ca_file)
  const note = (text: string) => write(io.stderr, `\r\n[${text}]\r\n`)
  await note(`serial console of ${instance}, which is ${run_state}; ${HELP}`)
  const line = openLine({
    open: (operation, more) =>
      socketTo(api, { operation, call: { path: { instance }, query: { ...query, ...more } }, ca }),
    history,
    onData: (bytes) => void io.stdout.write(bytes),
    onNote: (text) => void note(text),
    sleep: io.sleep,
  })
  const release = takeTerminal(context, line)
  try {
    const end = await line.done
    if (end.kind === 'refused') throw new Refused(end.status, end.message, end.requestId)
    if (end.kind === 'lost') throw new CliError(EXIT.unreachable, end.message)
    await note(end.message)
  } finally {
    release()
  }
}

interface Typing {
  send: (bytes: Uint8Array) => void
  close: (message: string) => void
}

/** Raw mode: every key goes to the guest. Returns a function that restores the terminal. */
function takeTerminal({ io }: Context, line: Typing): () => void {
  const { stdin, stdout, stderr, signal } = io
  const escapes = makeEscapes({
    send: line.send,
    quit: () => line.close('disconnected'),
    help: () => void stderr.write(`\r\n[${HELP}]\r\n`),
    resize: () => line.send(Buffer.from(`stty rows ${stdout.rows ?? 24} cols ${stdout.columns ?? 80}\r`)),
  })
  const onKeys = (bytes: Buffer) => escapes(bytes)
  const onEnd = () => line.close('end of input')
  const onAbort = () => line.close('interrupted')
  stdin.setRawMode?.(true)
  stdin.on('data', onKeys).once('end', onEnd).resume()
  signal.addEventListener('abort', onAbort, { once: true })
  return () => {
    stdin.off('data', onKeys).off('end', onEnd)
    signal.removeEventListener('abort', onAbort)
    stdin.setRawMode?.(false)
    stdin.pause()
  }
}
