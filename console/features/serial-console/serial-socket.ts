// The sockets of a serial console session in the browser.
import { queryString, urlOf } from '#contract/client.ts'
import type { LineOptions } from '#contract/serial-line.ts'
import { host } from '../../host.ts'

/** A browser does not say why a connection was refused: a plain GET finds out whether the host lacks our own stream. */
export const openSocket =
  (project: string, instance: string): LineOptions['open'] =>
  (operation, from, { onOpen, onBytes, onText, onEnd }) => {
    const path = urlOf(operation, { instance })
    const protocol = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = host.socket(`${protocol}://${location.host}${path}${queryString({ project, ...from })}`)
    let isOpened = false
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => {
      isOpened = true
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
      if (isOpened || operation !== 'serial_stream' || 'fromStart' in from) return onEnd({ code, reason })
      return void host
        .fetch(`${path}${queryString({ project })}`)
        .then(({ status }) => status)
        .catch(() => 0)
        .then((status) => onEnd({ code, reason, ...(status === 404 && { status }) }))
    })
    return socket
  }
