// `rackwright instance serial console`: connects the terminal to the guest.
import { openLine, type Line, type LineState } from '#contract/serial-line.ts'
import { snakify } from '#contract/camel.ts'
import type { InstanceState } from '#contract/instance-states.ts'
import { needText, readNumber, textIn } from '../args.ts'
import type { Context, Run } from '../context.ts'
import { CliError, EXIT, Refused, usage } from '../failure.ts'
import { write } from '../io.ts'
import { makeEscapes } from '../serial/escape.ts'
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
  const { run_state } = await api.call<{ run_state: InstanceState }>(
    'instance_view',
    { path: { instance }, query },
    io.signal,
  )
  const ca = readCa(host().ca_file)
  const note = (text: string) => write(io.stderr, `\r\n[${text}]\r\n`)
  await note(`serial console of ${instance}, which is ${run_state}; ${HELP}`)
  let over: (end: LineState) => void
  const end = new Promise<LineState>((resolve) => (over = resolve))
  let isLost = false
  const line = openLine({
    open: (operation, from, events) => {
      const more = snakify(from) as Record<string, number>
      return socketTo(api, { operation, call: { path: { instance }, query: { ...query, ...more } }, ca }, events)
    },
    history,
    onData: (bytes) => void io.stdout.write(bytes),
    onState(state) {
      if (state.kind === 'ended' || state.kind === 'error') over(state)
      if (state.kind === 'waiting' && !isLost) void note('connection lost; reconnecting')
      if (state.kind !== 'connecting') isLost = state.kind === 'waiting'
    },
    onGap: (bytes) => void note(`${bytes} bytes of output were not kept by the host`),
    // a terminal keeps what it has printed
    onAnew: () => undefined,
    sleep: io.sleep,
    random: Math.random,
  })
  const close = (reason: string) => {
    line.close()
    over({ kind: 'ended', reason })
  }
  const release = takeTerminal(context, { send: line.send, close })
  try {
    await report(await end, note)
  } finally {
    release()
  }
}

async function report(state: LineState, note: (text: string) => Promise<void>): Promise<void> {
  if (state.kind === 'ended') return note(state.reason)
  if (state.kind !== 'error') return
  const { reason, refusal } = state
  if (refusal?.status !== undefined) throw new Refused(refusal.status, reason, refusal.requestId)
  throw new CliError(EXIT.unreachable, reason)
}

interface Typing {
  send: Line['send']
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
