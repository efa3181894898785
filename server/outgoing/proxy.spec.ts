// The proxy for programs that open connections by themselves: where it leads, and who can use it.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProxy, type Proxy } from './proxy.ts'
import { makeOutgoing, makeReach } from './reach.ts'

let server: Server
let port: number
let proxy: Proxy
const asked: string[] = []
beforeEach(async () => {
  asked.length = 0
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`)
    response.setHeader('connection', 'close').end('hello')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
  const reach = { ...makeReach(() => false), addressOf: async () => '127.0.0.1' }
  proxy = await openProxy(reach, new URL(`http://s3.example.com:${port}`))
})
afterEach(async () => {
  await proxy.close()
  server.close()
})

/** What it answers, until it hangs up. */
async function send(head: string, { password, host }: { password?: string; host?: string } = {}): Promise<string> {
  const url = new URL(proxy.url)
  const login = Buffer.from(`backup:${password ?? url.password}`).toString('base64')
  const socket = connect(Number(url.port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`${head} HTTP/1.1\r\nHost: ${host ?? 's3.example.com'}\r\nProxy-Authorization: Basic ${login}\r\n`)
  socket.write('Connection: close\r\n\r\n')
  if (head.startsWith('CONNECT')) {
    const [first] = (await once(socket, 'data')) as [Buffer]
    if (!String(first).includes('200')) return socket.destroy() && String(first)
    socket.write('GET /through HTTP/1.1\r\nHost: s3.example.com\r\n\r\n')
  }
  return text(socket)
}

test('requests and tunnels lead to the server', async () => {
  expect(await send(`GET http://s3.example.com:${port}/a?b=c`)).toContain('hello')
  expect(await send(`CONNECT s3.example.com:${port}`)).toContain('hello')
  // the name stays, because signatures contain it, and the password goes no further
  expect(asked).toEqual(['GET /a?b=c s3.example.com undefined', 'GET /through s3.example.com undefined'])
})

test('nobody else can use it, and nothing else is reached', async () => {
  const refused = [
    await send(`GET http://s3.example.com:${port}/`, { password: 'guessed' }),
    await send(`CONNECT s3.example.com:${port}`, { password: 'guessed' }),
    await send(`GET http://127.0.0.1:${port}/`),
    await send(`GET http://s3.example.com:${port + 1}/`),
    await send(`CONNECT 127.0.0.1:${port}`),
    await send(`CONNECT other.example.com:${port}`),
    await send('GET /', { host: `s3.example.com:${port}` }),
  ]
  for (const answer of refused) expect(answer).toContain(' 403 ')
  expect(asked).toEqual([])
})

test('a server that must not be reached, or is not there, has none', async () => {
  const reach = makeOutgoing()('backup')
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '169.254.169.254'])
    await expect(openProxy(reach, new URL(`http://${host}:${port}`))).rejects.toThrow('not allowed')
  server.close()
  await once(server, 'close')
  const anywhere = makeOutgoing({ allowLocalBackups: true })('backup')
  await expect(openProxy(anywhere, new URL(`http://127.0.0.1:${port}`))).rejects.toThrow()
})
