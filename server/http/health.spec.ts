// Health checks need no login, and distinguish a live process from a ready one.
import { afterEach, expect, test } from 'vitest'
import { fakeControl, serveControl } from '../testing.ts'
import type { Listening } from './listen.ts'

let server: Listening
afterEach(() => server.close())

async function statuses(isReady: boolean, admits: boolean) {
  const control = fakeControl(() => Response.json({}))
  server = await serveControl({ ...control, isReady: async () => isReady, admits: () => admits })
  const ask = async (path: string) => (await fetch(server.url + path)).status
  return { healthz: await ask('/healthz'), readyz: await ask('/readyz'), ping: await ask('/v1/ping') }
}

test('with a working database the server is live and ready', async () => {
  expect(await statuses(true, true)).toEqual({ healthz: 200, readyz: 200, ping: 200 })
})

test('without its database it is live but not ready, and says when to retry', async () => {
  expect(await statuses(false, true)).toMatchObject({ healthz: 200, readyz: 503 })
  expect((await fetch(`${server.url}/readyz`)).headers.get('retry-after')).toBe('1')
})

test('a load balancer outside the allow list can still check', async () => {
  expect(await statuses(true, false)).toEqual({ healthz: 200, readyz: 200, ping: 403 })
})
