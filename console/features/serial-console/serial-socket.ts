// The sockets of a serial console session in the browser.
import { asError, queryString, urlOf } from '#contract/client.ts'
import { errorMessage } from '#contract/errors.ts'
import type { LineOptions, SocketEnd, StreamOperation } from '#contract/serial-line.ts'
import { reach } from '../../ask.ts'
import { host } from '../../host.ts'

type Refusal = Pick<SocketEnd, 'status' | 'message'>

/** A browser does not say why a connection was refused: a plain GET finds out whether the user may not, or the host lacks our own stream. */
export const openSocket =
  (project: string, instance: string): LineOptions['open'] =>
  (operation, from, { onOpen, onBytes, onText, onEnd }) => {
    const path = urlOf(operation, { instance })
    const protocol = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = host.socket(`${protocol}://${location.host}${path}${queryString({ project, ...from })}`)
    // a stream that was there once is not lacking: a proxy may say so while the host restarts
    const mayLack = operation === 'serial_stream' && !('fromStart' in from)
    const isFinal = ({ status }: Refusal) => status === 403 || (status === 404 && mayLack)
    /** It was open, or is no longer wanted. */
    let isSettled = false
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => {
      isSettled = true
      onOpen()
    })
    socket.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<string | ArrayBuffer>
      if (typeof data === 'string') onText(data)
      else onBytes(new Uint8Array(data))
    })
    // an error is always followed by a close; handling both would count one failure twice
    socket.addEventListener('close', (event) => {
      const { code, reason } = event as CloseEvent
      if (isSettled) return onEnd({ code, reason })
      return void refusalOf(operation, { path: { instance }, query: { project } }).then((refusal) =>
        onEnd({ code, reason, ...(isFinal(refusal) && refusal) }),
      )
    })
    return {
      send: (bytes) => socket.send(bytes),
      close() {
        isSettled = true
        socket.close()
      },
    }
  }

async function refusalOf(operation: StreamOperation, params: object): Promise<Refusal> {
  const result = await reach(operation, params, {}).catch(() => undefined)
  if (!result || result.type === 'success') return {}
  return { status: result.status, message: errorMessage(asError(operation, result)) }
}
