// The rig itself, with a switch made by hand: what the tests of the driver rely on.
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Guest } from './guest.ts'
import { command } from './namespace.ts'
import { startRig, type Rig } from './rig.ts'
import { needing } from '../../../scripts/needs.mjs'

const [ONE, TWO] = ['a8:40:25:f0:00:01', 'a8:40:25:f0:00:02']

describe('the rig', needing('networks'), () => {
  let rig: Rig
  let one: Guest
  let two: Guest
  beforeAll(async () => {
    rig = await startRig()
    await rig.nbctl('ls-add', 'switch')
    const dhcp = (
      await rig.nbctl(
        'create',
        'DHCP_Options',
        'cidr=172.30.0.0/24',
        'options:server_id=172.30.0.1',
        `options:server_mac="${ONE}"`,
        'options:lease_time=3600',
        'options:router=172.30.0.1',
        'options:mtu=1400',
      )
    ).trim()
    for (const [name, mac, ip] of [
      ['one', ONE, '172.30.0.5'],
      ['two', TWO, '172.30.0.6'],
    ] as const) {
      await rig.nbctl(
        'lsp-add',
        'switch',
        name,
        '--',
        'lsp-set-addresses',
        name,
        `${mac} ${ip}`,
        '--',
        'lsp-set-dhcpv4-options',
        name,
        dhcp,
      )
    }
    one = await rig.plug('host-1', { id: 'one', mac: ONE })
    two = await rig.plug('host-2', { id: 'two', mac: TWO })
    await rig.nbctl('--wait=hv', 'sync')
  })
  afterAll(() => rig?.remove())

  test('guests on two hosts have addresses by DHCP and reach each other', async () => {
    expect(await one.dhcp()).toMatchObject({ ip: '172.30.0.5', router: '172.30.0.1', mtu: '1400' })
    expect(await two.dhcp()).toMatchObject({ ip: '172.30.0.6' })
    expect(await one.ping('172.30.0.6')).toBe(true)
    expect(await one.ping('172.30.0.7')).toBe(false)
    await two.serve('TCP', 80)
    await two.serve('UDP', 53)
    expect(await one.ask('TCP', '172.30.0.6', 80)).toBe('two 172.30.0.5')
    expect(await one.ask('UDP', '172.30.0.6', 53)).toBe('two 172.30.0.5')
    expect(await one.ask('TCP', '172.30.0.6', 81)).toBeUndefined()
  })

  test('every daemon can be killed and started again', async () => {
    const host = rig.chassis.get('host-2')!.daemons
    for (const [name, daemon] of Object.entries({ ...rig.daemons, controller: host.controller })) {
      await daemon.kill()
      expect(await one.ping('172.30.0.6'), name).toBe(true)
      await daemon.start()
      // one after the other: a controller that has just started needs the databases
      await rig.nbctl('--wait=hv', 'sync')
    }
    for (const daemon of [host.database, host.switch]) {
      await daemon.kill()
      await daemon.start()
      await rig.nbctl('--wait=hv', 'sync')
      await expect.poll(() => one.ping('172.30.0.6')).toBe(true)
    }
  })

  test('without its cables a host is cut off', async () => {
    const host = rig.chassis.get('host-2')!
    await host.setCables('down')
    expect(await one.ping('172.30.0.6')).toBe(false)
    await host.setCables('up')
    await expect.poll(() => one.ping('172.30.0.6')).toBe(true)
  })

  test('nothing is left behind', async () => {
    const { folder, namespace } = rig.chassis.get('host-1')!
    await rig.remove()
    expect(existsSync(folder)).toBe(false)
    expect(await command('ip', ['netns', 'list'])).not.toContain(namespace.name)
  })
})
