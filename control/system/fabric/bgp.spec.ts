// BGP configurations and announce sets through the API, on every database. bgp-status.spec.ts tests what switches report.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import {
  block,
  makeFabricWorld,
  NETWORKING,
  peer,
  said,
  SETTINGS,
  withPeers,
  type FabricWorld,
} from '../../testing/fabric.ts'

const CONFIGS = `${NETWORKING}/bgp`
const SETS = `${NETWORKING}/bgp-announce-set`

const lot = (network: string) => ({ address_lot_block: 'public', network })

eachDatabase((_name, open) => {
  let world: FabricWorld
  beforeEach(async () => {
    world = await makeFabricWorld(await open())
    await world.lot('public', block('198.51.100.0', '198.51.100.255'), block('fd00::', 'fd00::ffff'))
  })

  const remove = (path: string) => said(world.admin.raw('DELETE', path))

  const announced = async (set: string) =>
    ((await world.get(`${SETS}/${set}/announcement`)).body as unknown as { network: string }[]).map(
      ({ network }) => network,
    )

  describe('announce sets', () => {
    test('are created and replaced by name, and list what they announce', async () => {
      const made = await world.announce('set', lot('198.51.100.0/25'), lot('fd00::/120'))
      expect(made).toMatchObject({ status: 201, body: { name: 'set' } })
      expect(await announced('set')).toEqual(['198.51.100.0/25', 'fd00::/120'])
      const again = await world.announce('set', lot('198.51.100.128/25'))
      expect(again).toMatchObject({ status: 201, body: { id: made.body.id } })
      const [only] = (await world.get(`${SETS}/${made.body.id}/announcement`)).body as unknown as object[]
      expect(only).toEqual({
        announce_set_id: made.body.id,
        address_lot_block_id: expect.any(String),
        network: '198.51.100.128/25',
      })
      expect((await world.get(SETS)).body).toEqual([again.body])
      // also beyond the slice size
      expect((await world.get(`${SETS}?limit=10000`)).body).toEqual([again.body])
      expect(await remove(`${SETS}/set`)).toBe('204')
      expect(await remove(`${SETS}/set`)).toBe('404 not found: bgp-announce-set with name "set"')
      expect(world.errors).toEqual([])
    })

    test('announce only networks of a lot, each once; a refusal changes nothing', async () => {
      await world.announce('set', lot('198.51.100.0/25'))
      const refused = (...all: ReturnType<typeof lot>[]) => said(world.announce('set', ...all))
      expect(await refused(lot('198.51.0.0/16'))).toBe('400 address not in lot')
      expect(await refused(lot('203.0.113.0/24'))).toBe('400 address not in lot')
      expect(await refused({ address_lot_block: 'absent', network: '198.51.100.0/25' })).toBe(
        '404 not found: address-lot with name "absent"',
      )
      expect(await refused(lot('198.51.100.0/25'), lot('198.51.100.9/25'))).toBe(
        '400 network 198.51.100.0/25 is announced more than once',
      )
      expect(await announced('set')).toEqual(['198.51.100.0/25'])
    })

    test('cannot be deleted while a configuration uses them', async () => {
      await world.announce('set')
      await world.bgp('config', 65001, 'set')
      expect(await remove(`${SETS}/set`)).toBe('409 announce set in use')
      expect(await remove(`${CONFIGS}?name_or_id=config`)).toBe('204')
      expect(await remove(`${SETS}/set`)).toBe('204')
    })
  })

  describe('configurations', () => {
    beforeEach(async () => {
      await world.announce('set')
      await world.announce('other')
    })

    test('are created, repeated and listed', async () => {
      const made = await world.bgp('main', 4_200_000_000, 'set')
      expect(made).toMatchObject({ status: 201, body: { name: 'main', asn: 4_200_000_000, vrf: null } })
      expect(await world.bgp('main', 4_200_000_000, 'set')).toMatchObject({ status: 201, body: made.body })
      expect((await world.get(CONFIGS)).body.items).toEqual([made.body])
    })

    test('need a unique number and name, and an existing announce set', async () => {
      await world.bgp('main', 65001, 'set')
      expect(await said(world.bgp('second', 65001, 'set'))).toBe('409 cannot have more than one configuration per ASN')
      expect(await said(world.bgp('main', 65001, 'other'))).toBe('400 already exists: bgp-config "main"')
      expect(await said(world.bgp('main', 65002, 'set'))).toBe('400 already exists: bgp-config "main"')
      expect(await said(world.bgp('third', 65003, 'absent'))).toBe('404 not found: bgp-announce-set with name "absent"')
      expect(await said(world.bgp('third', 0, 'set'))).toContain('400 unsupported value for "asn"')
      expect(await remove(`${CONFIGS}?name_or_id=absent`)).toBe('404 not found: bgp-config with name "absent"')
    })

    test('cannot be deleted while port settings use them', async () => {
      await world.bgp('main', 65001, 'set')
      await world.settings('uplink', withPeers(peer('10.0.0.1', 'main')))
      expect(await remove(`${CONFIGS}?name_or_id=main`)).toBe('409 BGP config in use')
      expect(await remove(`${SETTINGS}?port_settings=uplink`)).toBe('204')
      expect(await remove(`${CONFIGS}?name_or_id=main`)).toBe('204')
    })
  })
})
