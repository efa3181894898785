// Address lots and loopback addresses through the API, on every database: bounds, overlaps, reservations.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabaseAndWasm } from '../../testing/databases.ts'
import { block, makeFabricWorld, NETWORKING, type FabricWorld } from '../../testing/fabric.ts'

const LOTS = `${NETWORKING}/address-lot`
const LOOPBACKS = `${NETWORKING}/loopback-address`
const ABSENT = '00000000-0000-4000-8000-000000000000'

eachDatabaseAndWasm((_name, open) => {
  let world: FabricWorld
  beforeEach(async () => {
    world = await makeFabricWorld(await open())
  })

  const remove = (path: string) => world.admin.raw('DELETE', path)
  const loopback = (address: string, more: Record<string, unknown> = {}) =>
    world.post(LOOPBACKS, {
      address_lot: 'infra',
      rack_id: world.rack,
      switch_location: 'switch0',
      address,
      mask: 32,
      anycast: false,
      ...more,
    })

  describe('address lots', () => {
    test('are created, listed and deleted, with their blocks', async () => {
      const made = await world.lot('infra', block('10.0.0.1', '10.0.0.9'), block('fd00::1', 'fd00::ff'))
      expect(made.status).toBe(201)
      const lot = made.body.lot as { id: string }
      expect(lot).toMatchObject({ name: 'infra', kind: 'infra' })
      expect(made.body.blocks).toMatchObject([
        { first_address: '10.0.0.1', last_address: '10.0.0.9' },
        { first_address: 'fd00::1', last_address: 'fd00::ff' },
      ])
      expect((await world.get(LOTS)).body.items).toEqual([lot])
      const listed = (await world.get(`${LOTS}/${lot.id}/blocks`)).body.items as { id: string }[]
      expect(listed.map(({ id }) => id)).toEqual((made.body.blocks as { id: string }[]).map(({ id }) => id).sort())
      expect((await remove(`${LOTS}/infra`)).status).toBe(204)
      expect((await remove(`${LOTS}/infra`)).body.message).toBe('not found: address-lot with name "infra"')
      expect((await world.get(`${LOTS}/infra/blocks`)).status).toBe(404)
      expect((await world.lot('again', block('10.0.0.1', '10.0.0.9'))).status).toBe(201)
      expect(world.errors).toEqual([])
    })

    test('creating one again adds missing blocks', async () => {
      const first = await world.lot('infra', block('10.0.0.1', '10.0.0.9'))
      const again = await world.lot('infra', block('10.0.0.1', '10.0.0.9'), block('10.0.0.20', '10.0.0.29'))
      expect(again.status).toBe(201)
      expect(again.body.lot).toEqual(first.body.lot)
      expect(again.body.blocks).toMatchObject([
        (first.body.blocks as object[])[0],
        { first_address: '10.0.0.20', last_address: '10.0.0.29' },
      ])
      const other = { name: 'infra', description: '', kind: 'pool', blocks: [] }
      expect((await world.post(LOTS, other)).body).toMatchObject({
        error_code: 'ObjectAlreadyExists',
        message: 'already exists: address-lot "infra"',
      })
    })

    test('refuse invalid bounds', async () => {
      expect((await world.lot('a', block('10.0.0.1', 'fd00::1'))).body).toMatchObject({
        error_code: 'InvalidRequest',
        message: 'Block bounds must be in same address family',
      })
      expect((await world.lot('a', block('10.0.0.10', '10.0.0.9'))).body.message).toBe(
        'Invalid range, first must be <= last',
      )
      expect((await world.get(LOTS)).body.items).toEqual([])
    })

    test.each([
      ['inside', '10.0.0.12', '10.0.0.13'],
      ['around', '10.0.0.1', '10.0.0.99'],
      ['across the start', '10.0.0.9', '10.0.0.10'],
      ['across the end', '10.0.0.19', '10.0.0.30'],
    ])('refuse a block that overlaps another, in any lot: %s', async (_, first, last) => {
      await world.lot('infra', block('10.0.0.10', '10.0.0.19'), block('10.0.0.40', '10.0.0.49'))
      for (const name of ['infra', 'other']) {
        const refused = await world.lot(name, block('10.9.0.1', '10.9.0.1'), block(first, last))
        expect(refused.status).toBe(400)
        expect(refused.body.message).toMatch(/^block .* overlaps with the existing block 10\.0\.0\./)
      }
      expect((await world.get(LOTS)).body.items).toHaveLength(1)
      expect((await world.get(`${LOTS}/infra/blocks`)).body.items).toHaveLength(2)
    })

    test('refuse blocks that overlap each other', async () => {
      const refused = await world.lot('a', block('10.0.0.1', '10.0.0.9'), block('10.0.0.9', '10.0.0.12'))
      expect(refused.status).toBe(400)
    })

    test('cannot be deleted while an address is reserved or a network announced', async () => {
      await world.lot('infra', block('10.0.0.0', '10.0.0.255'))
      const refusal = async () => {
        const { status, body } = await remove(`${LOTS}/infra`)
        return status === 204 || [status, body.error_code, body.message]
      }
      const inUse = [400, 'InvalidRequest', 'lot is in use']
      await loopback('10.0.0.1')
      expect(await refusal()).toEqual(inUse)
      await remove(`${LOOPBACKS}/${world.rack}/switch0/10.0.0.1/32`)
      await world.announce('set', { address_lot_block: 'infra', network: '10.0.0.0/25' })
      expect(await refusal()).toEqual(inUse)
      await world.announce('set')
      const addresses = { phy0: { addresses: [{ address: '10.0.0.1/24', address_lot: 'infra' }] } }
      await world.settings('uplink', { addresses })
      expect(await refusal()).toEqual(inUse)
      await world.settings('uplink')
      expect(await refusal()).toBe(true)
    })
  })

  describe('loopback addresses', () => {
    beforeEach(async () => {
      await world.lot('infra', block('10.0.0.1', '10.0.0.9'), block('fd00::1', 'fd00::ff'))
    })

    test('are created, listed and deleted', async () => {
      const made = await loopback('10.0.0.1')
      expect(made.status).toBe(201)
      expect(made.body).toEqual({
        id: expect.any(String),
        address: '10.0.0.1/32',
        address_lot_block_id: expect.any(String),
        rack_id: world.rack,
        switch_location: 'switch0',
      })
      expect((await world.get(LOOPBACKS)).body.items).toEqual([made.body])
      const path = (location: string, mask: number) => `${LOOPBACKS}/${world.rack}/${location}/10.0.0.1/${mask}`
      expect((await remove(path('switch1', 32))).status).toBe(404)
      expect((await remove(path('switch0', 31))).body.message).toBe(
        'not found: loopback-address with name "10.0.0.1/31"',
      )
      expect((await remove(path('switch2', 32))).body.message).toBe('Switch location must be switch0 or switch1')
      expect((await remove(path('switch0', 32))).status).toBe(204)
      expect((await loopback('10.0.0.1')).status).toBe(201)
    })

    test('need a free address of the lot, a rack and a switch', async () => {
      await loopback('10.0.0.1')
      const message = async (address: string, more?: Record<string, unknown>) => {
        const { status, body } = await loopback(address, more)
        return `${status} ${body.message}`
      }
      expect(await message('10.0.0.1')).toBe('400 address unavailable')
      expect(await message('10.0.0.1', { switch_location: 'switch1', anycast: true })).toBe('400 address unavailable')
      expect(await message('10.0.0.10')).toBe('400 address not in lot')
      expect(await message('fd00::1:0', { mask: 128 })).toBe('400 address not in lot')
      expect(await message('10.0.0.2', { switch_location: 'switch2' })).toBe(
        '400 Switch location must be switch0 or switch1',
      )
      expect(await message('10.0.0.2', { rack_id: ABSENT })).toBe(`404 not found: rack with id "${ABSENT}"`)
      expect(await message('10.0.0.2', { address_lot: 'absent' })).toBe('404 not found: address-lot with name "absent"')
      expect(await message('10.0.0.2', { mask: 33 })).toContain('400 unsupported value for "mask"')
      expect((await loopback('fd00::2', { mask: 128 })).status).toBe(201)
    })

    test('share an address when all of them are anycast', async () => {
      expect((await loopback('10.0.0.1', { anycast: true })).status).toBe(201)
      expect((await loopback('10.0.0.1', { anycast: true, switch_location: 'switch1' })).status).toBe(201)
      expect((await loopback('10.0.0.1', { anycast: true })).body.message).toBe(
        'already exists: loopback-address "10.0.0.1/32"',
      )
      expect((await loopback('10.0.0.1', { switch_location: 'switch1' })).body.message).toBe('address unavailable')
    })
  })
})
