// Fetching metadata: refused addresses are never connected to, and error messages do not leak the response.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLocalAddress } from '../outgoing/addresses.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { fetchMetadata } from './metadata-fetch.ts'

const anywhere = makeOutgoing({ allowLocalMetadata: true })('saml')

let connections = 0
const server = createServer((request, response) => {
  if (request.url === '/away') return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  if (request.url === '/error') return response.writeHead(418, { 'x-secret': 'teapot' }).end('teapot')
  response.end('<metadata/>')
}).on('connection', () => connections++)
let port: number

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '169.254.169.254',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  'fe80::1%eth0',
  '64:ff9b::7f00:1',
  '::127.0.0.1',
])('%s is local', (address) => {
  expect(isLocalAddress(address)).toBe(true)
})

test.each(['10.0.0.1', '192.168.1.1', '172.16.0.1', '8.8.8.8', 'fd00::1', '2001:db8::1'])('%s is not', (address) => {
  expect(isLocalAddress(address)).toBe(false)
})

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1', '[::]'])(
  '%s is refused before connecting',
  async (host) => {
    expect(await fetchMetadata(`http://${host}:${port}/`, makeOutgoing()('saml'))).toBeUndefined()
    expect(connections).toBe(0)
  },
)

test('an option allows local addresses', async () => {
  expect(await fetchMetadata(`http://127.0.0.1:${port}/`, anywhere)).toBe('<metadata/>')
})

test('the response is in the log and not in the error', async () => {
  const logged: unknown[] = []
  const log = { warn: (...words: unknown[]) => void logged.push(words) }
  expect(await fetchMetadata(`http://127.0.0.1:${port}/error`, anywhere, log)).toBeUndefined()
  expect(await fetchMetadata('http://127.0.0.1:1/', anywhere, log)).toBeUndefined()
  expect(JSON.stringify(logged)).toContain('status 418')
})
