// Answers one page's messages with the control plane: the browser's counterpart of server/http/http.ts.
import type { ControlPlane } from '#control/frame/control-plane.ts'
import { SESSION_HEADER, type Socket } from '#control/frame/ports.ts'
import type { Sabotage } from './chaos.ts'
import type { Visitor } from './visitor.ts'
import type { FromWorker, ToWorker } from './wire.ts'

export interface Page {
  postMessage(message: FromWorker, transfer?: Transferable[]): void
}

interface OpenSocket {
  receive(data: Uint8Array | string): void
  taken(bytes: number): void
  hangUp(): void
}

export function serve(page: Page, plane: Promise<ControlPlane>, visitor: Visitor, sabotage: Sabotage) {
  const requests = new Map<number, AbortController>()
  const sockets = new Map<number, OpenSocket>()
  const callerOf = () => ({ address: '127.0.0.1', secure: true, session: visitor.session })

  async function answer(message: ToWorker & { type: 'fetch' }) {
    const { id, method, url, headers, body } = message
    const abort = new AbortController()
    requests.set(id, abort)
    try {
      const request = new Request(url, { method, headers, body, signal: abort.signal })
      const response = (await sabotage(request)) ?? (await (await plane).fetch(request, callerOf()))
      const token = response.headers.get(SESSION_HEADER)
      if (token !== null) visitor.session = token || undefined
      const kept = [...response.headers].filter(([name]) => name !== SESSION_HEADER)
      page.postMessage({ type: 'head', id, status: response.status, headers: kept, empty: !response.body })
      const reader = response.body?.getReader()
      for (
        let piece = await reader?.read();
        piece && !piece.done && !abort.signal.aborted;
        piece = await reader?.read()
      )
        page.postMessage({ type: 'chunk', id, bytes: piece.value })
      if (abort.signal.aborted) await reader?.cancel()
      page.postMessage({ type: 'end', id })
    } catch (error) {
      page.postMessage({ type: 'broken', id, message: String(error) })
    } finally {
      requests.delete(id)
    }
  }

  async function open({ id, url }: ToWorker & { type: 'socket' }) {
    const upgrade = await (await plane).upgrade(new Request(url.replace(/^ws/, 'http')), callerOf())
    if (upgrade instanceof Response) return page.postMessage({ type: 'closed', id, code: 1006, reason: '' })
    let buffered = 0
    const listeners = { message: [] as ((data: Uint8Array | string) => void)[], close: [] as (() => void)[] }
    /** Typed before anyone listened. */
    const early: (Uint8Array | string)[] = []
    const forget = () => {
      sockets.delete(id)
      listeners.close.forEach((listener) => listener())
    }
    const socket: Socket = {
      send(data) {
        buffered += data.length
        page.postMessage({ type: 'message', id, data: typeof data === 'string' ? data : data.slice() })
      },
      buffered: () => buffered,
      close(code, reason) {
        if (!sockets.has(id)) return
        page.postMessage({ type: 'closed', id, code, reason })
        forget()
      },
      onMessage(listener) {
        listeners.message.push(listener)
        for (const data of early.splice(0)) listener(data)
      },
      onClose: (listener) => void listeners.close.push(listener),
    }
    sockets.set(id, {
      receive(data) {
        if (listeners.message.length === 0) early.push(data)
        else listeners.message.forEach((listener) => listener(data))
      },
      taken: (bytes) => void (buffered -= bytes),
      hangUp() {
        page.postMessage({ type: 'closed', id, code: 1000, reason: '' })
        forget()
      },
    })
    page.postMessage({ type: 'opened', id })
    upgrade(socket)
  }

  return function receive(message: ToWorker): void {
    switch (message.type) {
      case 'fetch':
        return void answer(message)
      case 'abort':
        return requests.get(message.id)?.abort()
      case 'socket':
        return void open(message)
      case 'send':
        return sockets.get(message.id)?.receive(message.data)
      case 'taken':
        return sockets.get(message.id)?.taken(message.bytes)
      case 'hang-up':
        return sockets.get(message.id)?.hangUp()
    }
  }
}
