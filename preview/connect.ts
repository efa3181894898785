// A fetch and a socket over a MessagePort: to the console the worker is one more host of the API.
import type { FromWorker, ToWorker } from './wire.ts'

/** The part of WebSocket that the console uses. */
export interface PreviewSocket extends EventTarget {
  binaryType: BinaryType
  readonly readyState: number
  send(data: Uint8Array | string): void
  close(code?: number, reason?: string): void
}

export interface PreviewHost {
  fetch: typeof fetch
  socket(url: string): PreviewSocket
}

/** What both kinds of worker have. */
interface Port {
  postMessage(message: ToWorker, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<FromWorker>) => void): void
}

/** Tabs share one world where the browser can; elsewhere each has its own. */
function openPort(): Port {
  if (typeof SharedWorker === 'function') {
    const shared = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rackwright' })
    shared.port.start()
    return shared.port as Port
  }
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rackwright' }) as Port
}

export function connect(): PreviewHost {
  // without it everything works while the network is there, so a browser that refuses it is no reason to stop
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
  const port = openPort()
  const receivers = new Map<number, (message: FromWorker) => void>()
  let lastId = 0
  port.addEventListener('message', ({ data }) => receivers.get(data.id)?.(data))

  async function previewFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.arrayBuffer()
    const id = ++lastId
    return new Promise<Response>((resolve, reject) => {
      let stream: ReadableStreamDefaultController<Uint8Array> | undefined
      const finish = (last: () => void) => {
        receivers.delete(id)
        request.signal.removeEventListener('abort', abort)
        last()
      }
      const abort = () => {
        port.postMessage({ type: 'abort', id })
        finish(() => stream?.error(request.signal.reason))
        reject(request.signal.reason as Error)
      }
      receivers.set(id, (message) => {
        if (message.type === 'head') {
          const { status, headers, empty } = message
          const readable = new ReadableStream<Uint8Array>({
            start: (controller) => void (stream = controller),
            cancel: () => port.postMessage({ type: 'abort', id }),
          })
          resolve(new Response(empty ? null : readable, { status, headers }))
        } else if (message.type === 'chunk') stream?.enqueue(message.bytes)
        else if (message.type === 'end') finish(() => stream?.close())
        else if (message.type === 'broken') finish(() => reject(new TypeError(message.message)))
      })
      if (request.signal.aborted) return abort()
      request.signal.addEventListener('abort', abort)
      const { method, url } = request
      port.postMessage({ type: 'fetch', id, method, url, headers: [...request.headers], body }, body ? [body] : [])
    })
  }

  function socket(url: string): PreviewSocket {
    const id = ++lastId
    let readyState: number = WebSocket.CONNECTING
    const target = new EventTarget()
    receivers.set(id, (message) => {
      if (message.type === 'opened') {
        readyState = WebSocket.OPEN
        target.dispatchEvent(new Event('open'))
      } else if (message.type === 'message') {
        const { data } = message
        port.postMessage({ type: 'taken', id, bytes: data.length })
        target.dispatchEvent(new MessageEvent('message', { data: typeof data === 'string' ? data : data.buffer }))
      } else if (message.type === 'closed') {
        receivers.delete(id)
        readyState = WebSocket.CLOSED
        const { code, reason } = message
        target.dispatchEvent(new CloseEvent('close', { code, reason, wasClean: code !== 1006 }))
      }
    })
    port.postMessage({ type: 'socket', id, url })
    const methods = {
      binaryType: 'arraybuffer' as const,
      send: (data: Uint8Array | string) => port.postMessage({ type: 'send', id, data }),
      close: () => port.postMessage({ type: 'hang-up', id }),
    }
    // assigned, the getter would be read once and stay as it was
    return Object.defineProperty(Object.assign(target, methods), 'readyState', {
      get: () => readyState,
    }) as PreviewSocket
  }

  return { fetch: previewFetch as typeof fetch, socket }
}
