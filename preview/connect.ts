// A fetch and a socket over a MessagePort: to the console the worker is one more host of the API.
import { CHAOS_HEADER, DELAY_HEADER } from './headers.ts'
import { CannotStart, checkBrowser } from './requirements.ts'
import type { FromWorker, Person, ToWorker } from './wire.ts'

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
  /** Everyone that a visitor can be. */
  people(): Promise<Person[]>
  become(person: Person): Promise<void>
  /** Starts over with a new demo world. */
  reset(): Promise<void>
  /** What the visitor waits for. */
  progress(): string
  /** Calls back when it changes. Returns how to stop. */
  watchProgress(changed: () => void): () => void
}

/** What both kinds of worker have. */
interface Port {
  postMessage(message: ToWorker, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<FromWorker>) => void): void
}

declare global {
  /** Started by index.html of the build, before any other code is there: see build/early-worker.ts. */
  var rackwrightWorker: SharedWorker | undefined
}

const startShared = () =>
  new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rackwright' })

/** Tabs share one world. Where the browser has no shared workers, only one tab can be open: two would overwrite each other. */
async function openPort(): Promise<Port> {
  if (typeof SharedWorker === 'function') {
    const shared = globalThis.rackwrightWorker ?? startShared()
    shared.port.start()
    return shared.port as Port
  }
  if (!(await holdLock()))
    throw new CannotStart('The preview is open in another tab of this browser. Close that tab, then try again.')
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rackwright' }) as Port
}

/** Until the tab closes. False when another tab has it. */
const holdLock = (): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const held = navigator.locks.request('rackwright-preview', { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise<void>(() => undefined) : undefined
    })
    held.catch(reject)
  })

const SERVICE_WORKER = '../service-worker.js'
const KEEP_FILES_AFTER_MS = 2000

/** Makes the preview work offline. Without it everything works while the network is there, so a refusal is no reason to stop. */
const keepFiles = () =>
  void navigator.serviceWorker?.register(new URL(SERVICE_WORKER, import.meta.url)).catch(() => undefined)

/** What the address asks for: `?chaos=20` lets 20 percent of the calls fail, `&chaos-seed=7` the same ones each time, `?delay=0` all at once. */
function headersOf(search: string): [string, string][] {
  const asked = new URLSearchParams(search)
  const chaos = Number(asked.get('chaos'))
  const delay = asked.get('delay')
  return [
    ...(chaos > 0 ? [[CHAOS_HEADER, `${chaos};${asked.get('chaos-seed') ?? ''}`] as [string, string]] : []),
    ...(delay === null ? [] : [[DELAY_HEADER, delay] as [string, string]]),
  ]
}

export async function connect(): Promise<PreviewHost> {
  checkBrowser(globalThis)
  const port = await openPort()
  const extra = headersOf(location.search)
  addEventListener('pagehide', () => port.postMessage({ type: 'leave', id: 0 }))
  const receivers = new Map<number, (message: FromWorker) => void>()
  let lastId = 0
  let hasAnswered = false
  // until the worker's code is there
  let progress = 'Loading the control plane'
  const watchers = new Set<() => void>()
  port.addEventListener('message', ({ data }) => {
    if (data.type === 'reload') location.reload()
    else if (data.type === 'progress') {
      progress = data.text
      for (const changed of watchers) changed()
    } else receivers.get(data.id)?.(data)
  })

  /** A message with one answer. */
  function ask(message: (id: number) => ToWorker): Promise<FromWorker> {
    const id = ++lastId
    return new Promise((resolve, reject) => {
      receivers.set(id, (answer) => {
        receivers.delete(id)
        if (answer.type === 'broken') reject(new Error(answer.message))
        else resolve(answer)
      })
      port.postMessage(message(id))
    })
  }

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
          // not at once: it downloads every file of the build, and the first page is still busy
          if (!hasAnswered && import.meta.env.PROD) setTimeout(keepFiles, KEEP_FILES_AFTER_MS)
          hasAnswered = true
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
      const headers: [string, string][] = [...request.headers, ...extra]
      port.postMessage({ type: 'fetch', id, method, url, headers, body }, body ? [body] : [])
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

  return {
    fetch: previewFetch as typeof fetch,
    socket,
    async people() {
      const answer = await ask((id) => ({ type: 'people', id }))
      return answer.type === 'people' ? answer.people : []
    },
    become: async (person) => void (await ask((id) => ({ type: 'become', id, person }))),
    reset: async () => void (await ask((id) => ({ type: 'reset', id }))),
    progress: () => progress,
    watchProgress(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  }
}
