// The running control plane configures the switches after every relevant write and after a restart.
import { afterEach, expect, test } from 'vitest'
import { makeSimulatedFabric } from '#drivers/simulated/fabric.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import type { SwitchSpec } from '#drivers/fabric.ts'
import { until } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { block, makeFabricWorld, NETWORKING, peer, SETTINGS, withPeers, type FabricWorld } from '../testing/fabric.ts'

const applied = (spec: SwitchSpec) => spec.ports.length === 1

eachDatabase((_name, open) => {
  let worlds: FabricWorld[] = []
  afterEach(async () => {
    for (const world of worlds) await world.stop()
    worlds = []
  })

  /** Records the last configuration of switch0. No time passes, so only a poke can deliver one. */
  async function start(db: Awaited<ReturnType<typeof open>>) {
    const clock = testingClock()
    const simulated = makeSimulatedFabric({ clock })
    let last: SwitchSpec | undefined
    const configure: typeof simulated.configure = async (at, spec) => {
      if (at.location === 'switch0') last = spec
      return simulated.configure(at, spec)
    }
    const world = await makeFabricWorld(db, { clock, fabric: { ...simulated, configure } })
    worlds.push(world)
    await world.plane.start()
    const reaches = (what: string, is: (spec: SwitchSpec) => boolean) =>
      until(world, what, async () => last !== undefined && is(last), 0)
    return { world, reaches }
  }

  test('every relevant write reaches the switch', async () => {
    const { world, reaches } = await start(await open())
    const { admin } = world
    const session = { remote: '10.0.0.9', switch: 'switch0' }
    const facts = { detection_threshold: 3, required_rx: 300_000, mode: 'multi_hop' }
    const loopback = { address_lot: 'infra', rack_id: world.rack, switch_location: 'switch0', address: '10.0.0.1' }
    await world.lot('infra', block('10.0.0.0', '10.0.0.255'))
    await world.announce('set')
    await world.bgp('main', 65001, 'set')
    await world.settings('uplink', withPeers(peer('10.0.0.2', 'main')))

    await world.apply('uplink', 'qsfp0')
    await reaches('applied settings', applied)
    await world.announce('set', { address_lot_block: 'infra', network: '10.0.0.0/25' })
    await reaches('an announcement', ({ ports }) => ports[0]?.peers[0]?.exports[0] === '10.0.0.0/25')
    await world.settings('uplink')
    await reaches('changed settings', ({ ports }) => ports[0]?.peers.length === 0)
    const lldp = (await world.port('qsfp0', 'switch0', 'lldp/config')).body
    await world.port('qsfp0', 'switch0', 'lldp/config', 'POST', { ...lldp, enabled: false })
    await reaches('changed LLDP', ({ ports }) => ports[0]?.links[0]?.lldp.enabled === false)
    await world.port('qsfp0', 'switch0', 'settings', 'DELETE')
    await reaches('cleared settings', ({ ports }) => ports.length === 0)
    await world.apply('uplink', 'qsfp1')
    await reaches('settings on another port', applied)
    await admin.raw('DELETE', `${SETTINGS}?port_settings=uplink`)
    await reaches('deleted settings', ({ ports }) => ports.length === 0)

    await world.post(`${NETWORKING}/loopback-address`, { ...loopback, mask: 32, anycast: false })
    await reaches('a loopback address', ({ loopbacks }) => loopbacks[0] === '10.0.0.1/32')
    await admin.raw('DELETE', `${NETWORKING}/loopback-address/${world.rack}/switch0/10.0.0.1/32`)
    await reaches('no loopback address', ({ loopbacks }) => loopbacks.length === 0)
    await world.post(`${NETWORKING}/bfd-enable`, { ...session, ...facts })
    await reaches('a BFD session', ({ bfd }) => bfd[0]?.remote === '10.0.0.9')
    await world.post(`${NETWORKING}/bfd-disable`, session)
    await reaches('no BFD session', ({ bfd }) => bfd.length === 0)
    expect(world.errors).toEqual([])
  })

  test('a restart configures the switches as before', async () => {
    const db = await open()
    const first = await start(db)
    await first.world.settings('uplink')
    await first.world.apply('uplink', 'qsfp0')
    await first.reaches('applied settings', applied)
    await first.world.stop()
    worlds = []
    const { reaches } = await start(db)
    await reaches('the same settings', applied)
  })
})
