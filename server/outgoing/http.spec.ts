// Redirects: each target is checked like the first one.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createHttp } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFetchImage } from '../images/fetch-image.ts'
import { fetchMetadata } from '../saml/metadata-fetch.ts'
import { makeReach } from './reach.ts'

let reached = 0
const secret = createServer(() => void (reached += 1))
const server = createHttp((request, response) => {
  const { port } = secret.address() as AddressInfo
  const target = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
  if (target) return response.writeHead(302, { location: target.replace('PORT', String(port)) }).end()
  response.end('<metadata/>')
})
let base: string
beforeAll(async () => {
  await once(secret.listen(0, '127.0.0.2'), 'listening')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.close()
  secret.close()
})

/** As if the rule refused only the address where the redirect leads. */
const reach = makeReach((address) => address.endsWith('127.0.0.2') || address === '::ffff:7f00:2', { redirects: 2 })
const image = makeFetchImage(reach)

test.each(['http://127.0.0.2:PORT/', 'http://[::ffff:127.0.0.2]:PORT/', 'http://2130706434:PORT/'])(
  'a redirect to %s is refused',
  async (target) => {
    const url = `${base}?to=${encodeURIComponent(target)}`
    const logged: string[] = []
    const log = { warn: (...words: unknown[]) => void logged.push(JSON.stringify(words)) }
    expect(await fetchMetadata(url, reach, log)).toBeUndefined()
    expect(logged.join()).toContain('not allowed')
    await expect(image(url, AbortSignal.timeout(3000))).rejects.toThrow('not allowed')
    expect(reached).toBe(0)
  },
)

test('others are followed, up to the limit of the use', async () => {
  const twice = `${base}?to=${encodeURIComponent(`${base}?to=${encodeURIComponent(base)}`)}`
  expect(await fetchMetadata(twice, reach)).toBe('<metadata/>')
  const thrice = `${base}?to=${encodeURIComponent(twice)}`
  await expect(image(thrice, AbortSignal.timeout(3000))).rejects.toThrow('from one redirect to the next')
  const elsewhere = `${base}?to=${encodeURIComponent('file:///etc/passwd')}`
  await expect(image(elsewhere, AbortSignal.timeout(3000))).rejects.toThrow('must begin with http')
})
