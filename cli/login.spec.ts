// Device login (RFC 8628): interval, slowing down, backoff, and every outcome. No real time passes.
import { expect, test } from 'vitest'
import { EXIT } from './failure.ts'
import { homeEnv, rackwright, scratch, serve } from './testing.ts'

type Answer = { status: number; body: unknown } | 'broken'

const pending: Answer = { status: 400, body: { error: 'authorization_pending' } }
const slowDown: Answer = { status: 400, body: { error: 'slow_down' } }
const granted: Answer = { status: 200, body: { access_token: 'rw-token-1', token_type: 'bearer' } }

/** A host that returns these answers to polling, one after the other. */
async function login(answers: Answer[], asked: object = {}) {
  const left = [...answers]
  const url = await serve((request, response) => {
    const reply = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/v1/me') return reply(200, { display_name: 'ada', silo_name: 'acme' })
    if (request.url === '/device/auth')
      return reply(200, {
        device_code: 'device-secret',
        user_code: 'ABCD-EFGH',
        verification_uri: 'https://rack.example/device/verify',
        ...asked,
      })
    const answer = left.shift() ?? pending
    if (answer === 'broken') return void request.socket.destroy()
    return reply(answer.status, answer.body)
  })
  const waits: number[] = []
  const opened: string[] = []
  const outcome = await rackwright(['login', url], {
    env: homeEnv(scratch()),
    sleep: async (ms) => void waits.push(ms / 1000),
    openBrowser: (url) => void opened.push(url),
  })
  expect(outcome.out + outcome.err).not.toMatch(/device-secret|rw-token/)
  return { ...outcome, waits, opened }
}

test('shows the code, opens the page, and polls every five seconds', async () => {
  const { code, err, waits, opened } = await login([pending, pending, granted])
  expect([code, waits]).toEqual([EXIT.ok, [5, 5, 5]])
  expect(err).toContain('https://rack.example/device/verify')
  expect(err).toContain('ABCD-EFGH')
  expect(opened).toEqual(['https://rack.example/device/verify'])
})

test('keeps the interval of the host, and slows down when told', async () => {
  expect((await login([slowDown, pending, slowDown, granted], { interval: 2 })).waits).toEqual([2, 7, 7, 12])
})

test('backs off while the host cannot be reached', async () => {
  const busy: Answer = { status: 503, body: {} }
  expect((await login(['broken', busy, granted])).waits).toEqual([5, 10, 20])
})

test.each([['access_denied'], ['expired_token'], ['invalid_request']])('%s ends it', async (error) => {
  const { code, waits } = await login([pending, { status: 400, body: { error } }])
  expect([code, waits.length]).toEqual([EXIT.refused, 2])
})

test('ends when the code expires', async () => {
  const { code, err, waits } = await login([], { expires_in: 12, interval: 5 })
  expect([code, waits.length, err]).toEqual([EXIT.refused, 3, expect.stringContaining('expired')])
})

test('opens nothing but a page', async () => {
  expect((await login([granted], { verification_uri: 'file:///etc/passwd' })).opened).toEqual([])
})
