// The allow list applies to pages, API and sockets, directly and behind a proxy.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { fakeControl, serveControl } from '../testing.ts'

const control = (admits: (address: string) => boolean | Promise<boolean>) => ({
  ...fakeControl(
    () => Response.json({ status: 'ok' }),
    async () => (socket) => socket.close(1000, 'welcome'),
  ),
  admits,
})

/** Unlike fetch, shows the connection header. */
async function ask(url: string, headers: Record<string, string> = {}) {
  const asked = request(url, { headers })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of response) text += String(piece)
  return { status: response.statusCode, connection: response.headers.connection, text }
}

async function socketEnd(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers })
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
    socket.on('close', (code) => resolve(code))
  })
}

const forwarded = (address: string) => ({ 'x-forwarded-for': `203.0.113.9, ${address}` })

test('a caller outside the list is refused everywhere: API, pages and sockets', async () => {
  const server = await serveControl(control(async () => false))
  for (const path of ['/v1/ping', '/', '/projects/web']) {
    const { status, connection, text } = await ask(`${server.url}${path}`)
    expect(status).toBe(403)
    expect(connection).toBe('close')
    expect(JSON.parse(text)).toEqual({
      error_code: 'Forbidden',
      message: 'access from 127.0.0.1 is not allowed by the source IP allow list',
      request_id: expect.any(String),
    })
  }
  expect(await socketEnd(`${server.url}/v1/stream`)).toBe(403)
  await server.close()
})

test('a caller on the list is admitted, with or without a cached answer', async () => {
  for (const admits of [() => true, async () => true]) {
    const server = await serveControl(control(admits))
    expect(await ask(`${server.url}/v1/ping`)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    expect((await ask(`${server.url}/favicon.svg`)).status).toBe(200)
    expect(await socketEnd(`${server.url}/v1/stream`)).toBe(1000)
    await server.close()
  }
})

test('with the proxy option the address comes from the header; without it the header is ignored', async () => {
  const asked: string[] = []
  const admits = (address: string) => {
    asked.push(address)
    return address === '192.0.2.7'
  }
  const behind = await serveControl(control(admits), { behindProxy: true })
  expect((await ask(`${behind.url}/v1/ping`, forwarded('192.0.2.7'))).status).toBe(200)
  expect((await ask(`${behind.url}/v1/ping`, forwarded('192.0.2.8'))).status).toBe(403)
  expect(await socketEnd(`${behind.url}/v1/stream`, forwarded('192.0.2.7'))).toBe(1000)
  expect(await socketEnd(`${behind.url}/v1/stream`, forwarded('192.0.2.8'))).toBe(403)
  await behind.close()
  const direct = await serveControl(control(admits))
  expect((await ask(`${direct.url}/v1/ping`, forwarded('192.0.2.7'))).status).toBe(403)
  expect(asked).toEqual(['192.0.2.7', '192.0.2.8', '192.0.2.7', '192.0.2.8', '127.0.0.1'])
  await direct.close()
})

test('when the list cannot be read, nobody is admitted', async () => {
  const server = await serveControl(control(() => Promise.reject(new Error('no database'))))
  expect((await ask(`${server.url}/v1/ping`)).status).toBe(500)
  expect(await socketEnd(`${server.url}/v1/stream`)).toBe(500)
  await server.close()
})
