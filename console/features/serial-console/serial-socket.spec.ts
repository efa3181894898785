// Why a connection did not open: a browser does not say, so the host is asked.
import { beforeEach, expect, test, vi } from 'vitest'
import type { From, SocketEnd, StreamOperation } from '#contract/serial-line.ts'
import { host } from '../../host.ts'
import { openSocket } from './serial-socket.ts'

const FORBIDDEN = { error_code: 'Forbidden', message: 'Forbidden', request_id: 'r' }
const NEW: From = { mostRecent: 1 }
const ignore = () => undefined
const forbidden = () => Response.json(FORBIDDEN, { status: 403 })
const missing = () => new Response('Not Found', { status: 404 })
const gone = () => {
  throw new TypeError('no network')
}

class FakeSocket extends EventTarget {
  binaryType: BinaryType = 'blob'
  readyState = 0
  send(): void {}
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'https:', host: 'rack.test', pathname: '/', search: '' })
})

/** Ends a connection before it opens, on a host that answers the plain request so. */
function refused(operation: StreamOperation, from: From, answer: () => Response): Promise<SocketEnd> {
  const socket = new FakeSocket()
  host.socket = () => socket
  host.fetch = async () => answer()
  return new Promise((resolve) => {
    openSocket('web', 'db1')(operation, from, { onOpen: ignore, onBytes: ignore, onText: ignore, onEnd: resolve })
    socket.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' }))
  })
}

test('a role that is missing is said at once, on any stream and after a break', async () => {
  const end = { code: 1006, reason: '', status: 403, message: 'Action not authorized' }
  expect(await refused('serial_stream', NEW, forbidden)).toEqual(end)
  expect(await refused('serial_stream', { fromStart: 9 }, forbidden)).toEqual(end)
  expect(await refused('instance_serial_console_stream', NEW, forbidden)).toEqual(end)
})

test('a host without our stream is told from one that restarts', async () => {
  expect(await refused('serial_stream', NEW, missing)).toMatchObject({ status: 404 })
  expect(await refused('serial_stream', { fromStart: 9 }, missing)).toEqual({ code: 1006, reason: '' })
})

test('one that is closed here before it opens asks nothing', async () => {
  const socket = new FakeSocket()
  host.socket = () => socket
  host.fetch = () => Promise.reject(new Error('asked'))
  const end = await new Promise((onEnd) => {
    const line = openSocket('web', 'db1')('serial_stream', NEW, {
      onOpen: ignore,
      onBytes: ignore,
      onText: ignore,
      onEnd,
    })
    line.close()
    socket.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' }))
  })
  expect(end).toEqual({ code: 1006, reason: '' })
})

test('anything else may pass', async () => {
  const lost = { code: 1006, reason: '' }
  expect(await refused('serial_stream', NEW, () => new Response('', { status: 502 }))).toEqual(lost)
  expect(await refused('serial_stream', NEW, () => Response.json({ message: 'expected' }, { status: 400 }))).toEqual(
    lost,
  )
  expect(await refused('serial_stream', NEW, gone)).toEqual(lost)
})
