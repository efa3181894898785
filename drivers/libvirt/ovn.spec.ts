// A machine on a host of OVN: its interface is a port that OVN binds to that host.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileBlocks } from '../files/blocks.ts'
import { specOf } from '../machines.cases.ts'
import type { Network } from '../network.ts'
import { openOn, TestVpc } from '../ovn/testing-vpc.ts'
import { startRig, type Rig } from '../ovn/testing/rig.ts'
import { openLibvirtRack } from './rack.ts'
import { startTestDaemon, type TestDaemon } from './testing/daemon.ts'
import { guestBootSector } from './testing/guest.ts'
import { clock, factsOf, INSTALLATION } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

describe('libvirt on OVN', { ...needing('machines'), ...needing('networks') }, () => {
  let rig: Rig
  let daemon: TestDaemon
  let network: Network
  const folder = mkdtempSync(join(tmpdir(), 'rw-lo-'))
  beforeAll(async () => {
    rig = await startRig(['host-1'])
    network = await openOn(rig)
    daemon = await startTestDaemon(rig.chassis.get('host-1'))
  })
  afterAll(async () => {
    await daemon?.remove()
    await network?.close()
    await rig?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the interface of a machine is bound to its host', async () => {
    const vpc = new TestVpc(1)
    const nic = vpc.machine('db1', 5)
    await network.apply(vpc.network)
    const blocks = await openFileBlocks(join(folder, 'disks'))
    const { machines } = await openLibvirtRack({
      installation: INSTALLATION,
      known: async (ids) => new Set(ids),
      hosts: [
        {
          uri: daemon.uri,
          facts: factsOf('sled-1'),
          description: { architecture: 'x86_64', cpu: 'test', reserved_memory: 0 },
        },
      ],
      clock,
      volumes: blocks,
      folder: join(folder, 'machines'),
      accelerator: 'tcg',
      network,
      networkKind: 'ovn',
    })
    const spec = specOf('db1')
    const [disk] = spec.disks
    await blocks.create(disk!.id, disk!.size)
    await blocks.write(disk!.id, 0, guestBootSector())
    await machines.ensure({
      ...spec,
      disks: [{ ...disk!, location: blocks.locate(disk!.id, 'sled-1') }],
      nics: [{ ...spec.nics[0]!, id: nic.id, mac: nic.mac, ip: nic.ip, mtu: 1442 }],
    })
    const at = { id: spec.id, sled_id: 'sled-1' }
    await expect.poll(async () => (await machines.find(at))?.state).toBe('running')
    expect(await machines.find(at)).not.toHaveProperty('ssh')
    await expect.poll(() => rig.nbctl('lsp-get-up', nic.id)).toContain('up')
    expect(await machines.statistics('sled-1')).toMatchObject([{ nics: [{ interface_id: nic.id }] }])
    await machines.remove(at)
    await expect.poll(() => rig.nbctl('lsp-get-up', nic.id)).toContain('down')
    await machines.close()
    await blocks.close()
  })
})
