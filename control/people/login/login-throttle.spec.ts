// Password guessing is throttled without affecting other users: through the API, on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { makeWorld, PASSWORD, type World } from '../../testing/world.ts'
import { networkOf } from '../../frame/client-network.ts'

eachDatabase((_name, open) => {
  describe('logins', () => {
    let world: World
    beforeEach(async () => {
      world = await makeWorld(await open())
    })

    async function login(address: string, password: string, username = 'admin') {
      const request = new Request('http://rack.test/v1/login/recovery/local', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      })
      const response = await world.plane.fetch(request, { address, secure: false })
      const text = await response.text()
      const message = text ? (JSON.parse(text) as { message: string; error_code?: string }) : undefined
      return { status: response.status, wait: response.headers.get('retry-after'), ...message }
    }

    async function fail(address: string, times: number, username?: string) {
      for (let i = 0; i < times; i++) expect((await login(address, 'wrong', username)).status).toBe(401)
    }

    test('after five failures the wait grows each time, and the response says how long it is', async () => {
      await fail('192.0.2.1', 5)
      const refused = await login('192.0.2.1', PASSWORD)
      expect(refused).toMatchObject({
        status: 429,
        wait: '1',
        message: 'too many failed attempts to log in; try again in 1 second',
      })
      expect(refused.error_code).toBeUndefined()
      const waits: number[] = []
      for (let i = 0; i < 12; i++) {
        const { wait } = await login('192.0.2.1', 'wrong')
        waits.push(Number(wait))
        await world.clock.advance(Number(wait) * 1000)
        await fail('192.0.2.1', 1)
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
      expect((await login('192.0.2.1', 'wrong')).message).toBe(
        'too many failed attempts to log in; try again in 15 minutes',
      )
    })

    test('an early retry does not extend the wait, and the right password resets it', async () => {
      await fail('192.0.2.1', 5)
      for (let i = 0; i < 20; i++) expect((await login('192.0.2.1', PASSWORD)).wait).toBe('1')
      await world.clock.advance(1000)
      expect((await login('192.0.2.1', PASSWORD)).status).toBe(204)
      await fail('192.0.2.1', 5)
      expect((await login('192.0.2.1', PASSWORD)).wait).toBe('1')
    })

    test('an attacker at one address does not lock the owner out at another', async () => {
      await fail('203.0.113.66', 5)
      for (let i = 0; i < 200; i++) expect((await login('203.0.113.66', 'wrong')).status).toBe(429)
      expect((await login('192.0.2.1', PASSWORD)).status).toBe(204)
    })

    test('trying many names from one address is throttled, but not for users known there', async () => {
      expect((await login('203.0.113.66', PASSWORD)).status).toBe(204)
      for (let i = 0; i < 50; i++) await fail('203.0.113.66', 1, `user-${i}`)
      expect(await login('203.0.113.66', 'wrong', 'user-99')).toMatchObject({ status: 429, wait: '1' })
      expect((await login('203.0.113.66', PASSWORD)).status).toBe(204)
      expect((await login('192.0.2.1', 'wrong', 'user-99')).status).toBe(401)
    })

    test('guessing one password from very many addresses is throttled, but not where the user is known', async () => {
      expect((await login('192.0.2.1', PASSWORD)).status).toBe(204)
      for (let i = 0; i < 100; i++) await fail(`198.51.100.${i}`, 1)
      expect(await login('198.51.100.200', 'wrong')).toMatchObject({ status: 429, wait: '1' })
      expect((await login('192.0.2.1', PASSWORD)).status).toBe(204)
    })

    test('an unknown name is treated like any other', async () => {
      await fail('192.0.2.1', 5, 'nobody')
      expect((await login('192.0.2.1', 'wrong', 'nobody')).status).toBe(429)
    })

    test('200 concurrent correct logins all succeed', async () => {
      const replies = await Promise.all(Array.from({ length: 200 }, () => login('192.0.2.1', PASSWORD)))
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 204))
      expect((await login('192.0.2.1', PASSWORD)).status).toBe(204)
    })

    test('more than 256 waiting logins are refused, and the rest continue', async () => {
      const replies = await Promise.all(Array.from({ length: 300 }, () => login('192.0.2.1', 'wrong')))
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
      expect(replies.filter(({ wait }) => wait === '5').length).toBeGreaterThan(0)
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(295)
    })

    test('of many concurrent attempts only the free ones are checked', async () => {
      const replies = await Promise.all(Array.from({ length: 40 }, () => login('192.0.2.1', 'wrong')))
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(35)
    })

    test('failures expire after an hour, and their rows are deleted', async () => {
      await fail('192.0.2.1', 5)
      await world.clock.advance(3_600_000)
      await fail('192.0.2.9', 1)
      const rows = await world.host.db.read.selectFrom('login_attempt').select('key').execute()
      expect(rows.filter(({ key }) => key.endsWith(' 192.0.2.1'))).toEqual([])
      expect((await login('192.0.2.1', PASSWORD)).status).toBe(204)
      expect(world.errors).toEqual([])
    })
  })
})

test('an IPv6 address counts as its network', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1')
  expect(networkOf('2001:DB8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
