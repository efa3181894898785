// Answers one page's messages with the control plane: the browser's counterpart of server/http/http.ts.
import { isWrite } from '#contract/facts.ts'
import { factsOf, operations } from '#contract/operations.ts'
import { PENDING_LOGIN_HEADER, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import type { Socket } from '#control/frame/ports/streams.ts'
import { makeRouter } from '#control/frame/router.ts'
import type { Sabotage } from './chaos.ts'
import type { FromWorker, ToWorker } from './wire.ts'
import { persons, type World } from './world.ts'

export interface Page {
  postMessage(message: FromWorker, transfer?: Transferable[]): void
}

interface OpenSocket {
  receive(data: Uint8Array | string): void
  taken(bytes: number): void
  hangUp(): void
}

interface Backend {
  /** The one that is open now. */
  world(): Promise<World>
  reset(): Promise<void>
  reloadOthers(): void
  leave(): void
  sabotage: Sabotage
}

/** What the server turns into cookies. */
const COOKIES = [SESSION_HEADER, PENDING_LOGIN_HEADER]

const route = makeRouter(operations)

/** False for pieces of uploads, which are sent by the hundred: each is saved soon after, but nobody waits for it. */
function waitsForSave({ method, url }: Request): boolean {
  try {
    const { operation } = route(method, new URL(url).pathname)
    return isWrite(operation) && !factsOf[operation].unseen
  } catch {
    // no such operation, so nothing was written
    return false
  }
}

const callerOf = ({ session }: World) => ({ address: '127.0.0.1', secure: true, session })

export function serve(page: Page, backend: Backend) {
  const requests = new Map<number, AbortController>()
  const sockets = new Map<number, OpenSocket>()
  /** The login of this page. A reload begins it again. */
  let pendingLogin: string | undefined

  async function answer(message: ToWorker & { type: 'fetch' }) {
    const { id, method, url, headers, body } = message
    const abort = new AbortController()
    requests.set(id, abort)
    try {
      const request = new Request(url, { method, headers, body, signal: abort.signal })
      const refused = await backend.sabotage(request)
      const world = await backend.world()
      const response = refused ?? (await world.plane.fetch(request, { ...callerOf(world), pendingLogin }))
      const token = response.headers.get(SESSION_HEADER)
      if (token !== null) world.session = token || undefined
      pendingLogin = response.headers.get(PENDING_LOGIN_HEADER) ?? pendingLogin
      // what was acknowledged survives a reload
      if (!refused && waitsForSave(request)) await world.saver.flush()
      const kept = [...response.headers].filter(([name]) => !COOKIES.includes(name))
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
    const world = await backend.world()
    const upgrade = await world.plane.upgrade(new Request(url.replace(/^ws/, 'http')), callerOf(world))
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

  async function change(id: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      backend.reloadOthers()
      page.postMessage({ type: 'done', id })
    } catch (error) {
      page.postMessage({ type: 'broken', id, message: String(error) })
    }
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
      case 'people':
        return page.postMessage({ type: 'people', id: message.id, people: persons() })
      case 'become':
        return void change(message.id, async () => (await backend.world()).become(message.person))
      case 'reset':
        return void change(message.id, backend.reset)
      case 'leave':
        return backend.leave()
    }
  }
}
