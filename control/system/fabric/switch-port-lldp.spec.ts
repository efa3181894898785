// LLDP of switch ports through the API, on every database: its configuration, and the neighbors that are heard.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { link, makeFabricWorld, NETWORKING, portSettings, said, type FabricWorld } from '../../testing/fabric.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

eachDatabase((_name, open) => {
  describe('LLDP', () => {
    let world: FabricWorld
    beforeEach(async () => {
      world = await makeFabricWorld(await open())
    })

    const config = (method = 'GET', body?: unknown) => world.port('qsfp0', 'switch0', 'lldp/config', method, body)
    const neighbors = (port = 'qsfp0') =>
      world.get(`/v1/system/hardware/rack-switch-port/${world.rack}/switch0/${port}/lldp/neighbors`)

    test('is part of the settings, and can be changed through the port', async () => {
      const made = await world.settings('uplink')
      await world.apply('uplink', 'qsfp0')
      const [lldp] = made.body.link_lldp as object[]
      expect((await config()).body).toEqual(lldp)
      const changed = { ...lldp, enabled: false, system_name: 'renamed', management_ip: '10.0.0.1/24' }
      expect((await config('POST', changed)).status).toBe(204)
      expect((await config()).body).toEqual(changed)
      const view = await world.get(`${NETWORKING}/switch-port-settings/uplink`)
      expect(view.body.link_lldp).toEqual([changed])
      expect(await said(config('POST', { ...lldp, id: ABSENT }))).toBe(
        `400 lldp config ${ABSENT} does not belong to this port`,
      )
    })

    test('needs settings with a link', async () => {
      const body = { id: ABSENT, enabled: true }
      for (const method of ['GET', 'POST']) {
        expect(await said(config(method, method === 'POST' ? body : undefined))).toBe(
          '404 switch port not yet configured',
        )
      }
      await world.post(`${NETWORKING}/switch-port-settings`, portSettings('bare', { links: {} }))
      await world.apply('bare', 'qsfp0')
      expect(await said(config())).toBe('400 lldp not configured for this port')
      expect(await said(config('POST', body))).toBe('400 lldp not configured for this port')
    })

    test('neighbors are heard on links that are up, while LLDP is enabled', async () => {
      await world.settings('uplink', { port_config: { geometry: 'qsfp28x2' }, links: { phy0: link, phy1: link } })
      await world.apply('uplink', 'qsfp0')
      await world.settle()
      expect((await neighbors()).body.items).toEqual([])
      await world.settle(70_000)
      const heard = (await neighbors()).body.items as { first_seen: string; last_seen: string }[]
      expect(heard).toMatchObject([{ local_port: 'qsfp0/phy0' }, { local_port: 'qsfp0/phy1' }])
      expect(heard[0]!.first_seen < heard[0]!.last_seen).toBe(true)
      const page = await world.get(
        `/v1/system/hardware/rack-switch-port/${world.rack}/switch0/qsfp0/lldp/neighbors?limit=1`,
      )
      const rest = await world.get(
        `/v1/system/hardware/rack-switch-port/${world.rack}/switch0/qsfp0/lldp/neighbors?page_token=${page.body.next_page}`,
      )
      expect([...(page.body.items as object[]), ...(rest.body.items as object[])]).toEqual(heard)
      expect((await neighbors('qsfp1')).body.items).toEqual([])
      expect(await said(neighbors('qsfp99'))).toBe('404 not found: switch-port with name "qsfp99"')
      await config('POST', { ...(await config()).body, enabled: false })
      await world.settle()
      expect((await neighbors()).body.items).toMatchObject([{ local_port: 'qsfp0/phy1' }])
    })
  })
})
