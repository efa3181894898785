// The allow list through the API, on every database: its rules, protection against locking oneself out, and who is admitted.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { isAllowed, isLoopback, makeAdmission, parseAllowed } from './admission.ts'

const PATH = '/v1/system/networking/allow-list'
const listOf = (...ips: string[]) => ({ allow: 'list', ips })

eachDatabase((_name, open) => {
  describe('the allow list', () => {
    let world: World
    beforeEach(async () => {
      world = await makeWorld(await open())
    })

    async function update(address: string, allowed_ips: unknown) {
      const request = new Request(`http://rack.test${PATH}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ allowed_ips }),
      })
      const response = await world.plane.fetch(request, { address, secure: false, session: world.admin.session })
      const body = (await response.json()) as Record<string, unknown>
      return { status: response.status, code: body.error_code, message: String(body.message ?? ''), body }
    }

    const addressSeenBy = async (address: string) => {
      const caller = { address, secure: false, session: world.admin.session }
      const response = await world.plane.fetch(new Request('http://rack.test/rackwright/caller-address'), caller)
      return [response.status, ((await response.json()) as { ip?: string }).ip]
    }

    test('shows callers their address as the list spells it', async () => {
      expect(await addressSeenBy('10.1.2.3')).toEqual([200, '10.1.2.3'])
      expect(await addressSeenBy('::ffff:10.1.2.3')).toEqual([200, '10.1.2.3'])
      expect(await addressSeenBy('FE80::0:1%eth0')).toEqual([200, 'fe80::1'])
      expect(await addressSeenBy('')).toEqual([400, undefined])
    })

    test('starts open, keeps its entries, and can be opened again', async () => {
      const first = (await world.admin.raw('GET', PATH)).body
      expect(first).toEqual({
        allowed_ips: { allow: 'any' },
        time_created: expect.any(String),
        time_modified: expect.any(String),
      })
      const allowed = listOf('10.1.0.0/16', 'fd00::/64')
      expect(await update('10.1.2.3', allowed)).toMatchObject({ status: 200, body: { allowed_ips: allowed } })
      expect((await world.admin.raw('GET', PATH)).body.allowed_ips).toEqual(allowed)
      expect((await update('10.1.2.3', { allow: 'any' })).status).toBe(200)
    })

    test('refuses a list that would lock out the caller, even on the machine itself', async () => {
      for (const address of ['10.2.0.1', 'fd01::1', '127.0.0.1', 'unknown']) {
        const refused = await update(address, listOf('10.1.0.0/16', 'fd00::/64'))
        expect(refused).toMatchObject({ status: 400, code: 'InvalidRequest' })
        expect(refused.message).toMatch(/^The source IP allow list would prevent access from the current client! /)
      }
      expect((await world.admin.raw('GET', PATH)).body.allowed_ips).toEqual({ allow: 'any' })
      expect((await update('::ffff:10.1.0.1', listOf('10.1.0.0/16'))).status).toBe(200)
    })

    test('refuses empty, overlong and redundant lists', async () => {
      const message = async (...ips: string[]) => {
        const refused = await update('10.1.0.1', listOf('10.1.0.1/32', ...ips))
        expect(refused.status).toBe(400)
        return refused.message
      }
      expect((await update('10.1.0.1', listOf())).message).toMatch(/^unable to parse JSON body: .*empty/)
      expect(await message('0.0.0.0/0')).toContain('use `any`')
      expect(await message('::/0')).toContain('use `any`')
      expect(await message('0.0.0.0/32')).toContain('unspecified')
      expect(await message('::/128')).toContain('unspecified')
      const many = Array.from({ length: 1000 }, (_, n) => `10.9.${n >> 8}.${n & 255}/32`)
      expect(await message(...many)).toContain('1000 entries')
      expect((await update('10.1.0.1', listOf('10.1.0.1/32', ...many.slice(1)))).status).toBe(200)
    })

    test('admits by address, within a second of a change; loopback is always admitted', async () => {
      const admits = async (address: string) => world.plane.admits(address)
      expect(await admits('192.0.2.1')).toBe(true)
      expect(world.plane.admits('192.0.2.1')).toBe(true)
      await update('10.1.2.3', listOf('10.1.0.0/16', 'fd00::/64'))
      await world.clock.advance(1000)
      const expected = {
        '192.0.2.1': false,
        '10.1.255.255': true,
        '10.2.0.0': false,
        '::ffff:10.1.0.9': true,
        '::ffff:10.2.0.9': false,
        'fd00::5': true,
        'fd00::5%eth0': true,
        'fd00:0:0:1::': false,
        '127.0.0.1': true,
        '127.1.2.3': true,
        '::1': true,
        '::ffff:127.0.0.1': true,
        'not an address': false,
        '': false,
      }
      for (const [address, isAdmitted] of Object.entries(expected))
        expect(await admits(address), address).toBe(isAdmitted)
      await update('10.1.2.3', { allow: 'any' })
      await world.clock.advance(1000)
      for (const address of Object.keys(expected)) expect(await admits(address)).toBe(true)
    })

    test('reads the list once a second, regardless of load', async () => {
      const reads = vi.spyOn(world.host.db.read, 'selectFrom')
      const admission = makeAdmission(world.host)
      await Promise.all(Array.from({ length: 50 }, (_, n) => admission.admits(`192.0.2.${n}`)))
      for (let n = 0; n < 50; n++) expect(admission.admits(`198.51.100.${n}`)).toBe(true)
      expect(reads).toHaveBeenCalledTimes(1)
      await world.clock.advance(1000)
      await admission.admits('192.0.2.1')
      expect(reads).toHaveBeenCalledTimes(2)
      reads.mockRestore()
    })
  })
})

test('an address is compared as a number, not as text', () => {
  const allowed = parseAllowed({ allow: 'list', ips: ['192.0.2.128/25', '2001:db8::/32'] })
  expect(isAllowed(allowed, '192.0.2.127')).toBe(false)
  expect(isAllowed(allowed, '192.0.2.200')).toBe(true)
  expect(isAllowed(allowed, '2001:0DB8:0:0::1')).toBe(true)
  expect(isLoopback('::ffff:192.0.2.1')).toBe(false)
})
