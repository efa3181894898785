// A machine on a host of OVN: its interface is a port that OVN binds to that host.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileBlocks } from '../files/blocks.ts'
import { specOf } from '../machines.cases.ts'
import type { Network } from '../network.ts'
import { openOn, TestVpc } from '../ovn/testing-vpc.ts'
import { OUTSIDE_IP, startRig, type Rig } from '../ovn/testing/rig.ts'
import { makeGuestNetworks } from './guest-network.ts'
import { openLibvirtRack } from './rack.ts'
import { startTestDaemon, type TestDaemon } from './testing/daemon.ts'
import { guestBootSector } from './testing/guest.ts'
import { starterImage } from './testing/starter.ts'
import { clock, factsOf, INSTALLATION } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const BOOT = { timeout: 280_000, interval: 500 }
/** Of the host, outside and between hosts. */
const HOST_IP = '203.0.113.250'
const UNDERLAY_IP = '10.99.0.1'
const FLOATING_IP = '203.0.113.20'

describe('libvirt on OVN', { ...needing('machines'), ...needing('networks') }, () => {
  let rig: Rig
  let daemon: TestDaemon
  let network: Network
  const folder = mkdtempSync(join(tmpdir(), 'rw-lo-'))
  beforeAll(async () => {
    rig = await startRig(['host-1'])
    network = await openOn(rig, { hostAddresses: () => [HOST_IP, UNDERLAY_IP] })
    daemon = await startTestDaemon(rig.chassis.get('host-1'))
  })
  afterAll(async () => {
    await daemon?.remove()
    await network?.close()
    await rig?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(folderName: string) {
    const blocks = await openFileBlocks(join(folder, folderName))
    const rack = await openLibvirtRack({
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
      guestNetworks: makeGuestNetworks(join(folder, 'none')),
      warn: () => undefined,
    })
    return { blocks, machines: rack.machines }
  }

  test('the interface of a machine is bound to its host', async () => {
    const vpc = new TestVpc(1)
    const nic = vpc.machine('db1', 5)
    await network.apply(vpc.network)
    const { blocks, machines } = await open('disks')
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

  test(
    'a guest reaches the world, and no address of its host',
    { ...needing('starter-image'), timeout: 300_000 },
    async () => {
      const { namespace } = rig.chassis.get('host-1')!
      // as an operator moves the address of the interface that leads outside
      await namespace.ip('address', 'add', `${HOST_IP}/24`, 'dev', 'br-outside')
      await namespace.ip('link', 'set', 'br-outside', 'up')
      const vpc = new TestVpc(2)
      const nic = vpc.machine('probe', 5)
      vpc.external('floating', FLOATING_IP, nic)
      await network.apply(vpc.network)
      const { blocks, machines } = await open('more-disks')
      const spec = specOf('probe')
      const [disk] = spec.disks
      await blocks.create(disk!.id, 2 ** 30)
      const image = readFileSync(starterImage())
      for (let at = 0; at < image.length; at += 2 ** 20)
        await blocks.write(disk!.id, at, image.subarray(at, at + 2 ** 20))
      const addresses = [OUTSIDE_IP, HOST_IP, UNDERLAY_IP]
      const lines = addresses.map(
        (ip) => `ping -c 2 -W 2 ${ip} >/dev/null && echo "${ip} answers" || echo "${ip} is silent"`,
      )
      await machines.ensure({
        ...spec,
        ncpus: 1,
        memory: 2 ** 29,
        disks: [{ ...disk!, location: blocks.locate(disk!.id, 'sled-1') }],
        nics: [{ ...spec.nics[0]!, id: nic.id, mac: nic.mac, ip: nic.ip, mtu: 1400 }],
        user_data: Buffer.from(['#!/bin/sh', ...lines, ''].join('\n')).toString('base64'),
      })
      const output = () => readFileSync(join(folder, 'machines', `${spec.id}-1`, 'console.log'), 'utf8')
      await expect.poll(output, BOOT).toContain('is up')
      const said = [...output().matchAll(/^[\d.]+ (?:answers|is silent)/gm)].map(([line]) => line)
      expect(said).toEqual([`${OUTSIDE_IP} answers`, `${HOST_IP} is silent`, `${UNDERLAY_IP} is silent`])
      await machines.remove(spec)
      await machines.close()
      await blocks.close()
    },
  )
})
