// Machines on a host of OVN: their interfaces are ports that OVN binds to that host, and carry TCP also where it switches in user space.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileBlocks } from '../files/blocks.ts'
import { specOf } from '../machines.cases.ts'
import type { Network, NetworkInterface } from '../network.ts'
import { openOn, TestVpc } from '../ovn/testing-vpc.ts'
import { makeGuest } from '../ovn/testing/guest.ts'
import { OUTSIDE_IP, startRig, type Rig } from '../ovn/testing/rig.ts'
import { makeGuestNetworks } from './guest-network.ts'
import { openLibvirtRack } from './rack.ts'
import { startTestDaemon, type TestDaemon } from './testing/daemon.ts'
import { guestBootSector } from './testing/guest.ts'
import { addressesIn, answersIn, PORT, probe, serveNames, WEB_IP } from './testing/reach.ts'
import { OWN_ARCHITECTURE, starterImage } from './testing/starter.ts'
import { clock, factsOf, INSTALLATION } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const BOOT = { timeout: 280_000, interval: 500 }
/** Addresses of the host, outside and between hosts. */
const HOST_IP = '203.0.113.250'
const UNDERLAY_IP = '10.99.0.1'
/** Address of a host that was added. The world outside stands for it. */
const ADDED_IP = '203.0.113.249'
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
          description: { architecture: OWN_ARCHITECTURE, cpu: 'test', reserved_memory: 0 },
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
    const wanted = {
      ...spec,
      disks: [{ ...disk!, location: blocks.locate(disk!.id, 'sled-1') }],
      nics: [{ ...spec.nics[0]!, id: nic.id, mac: nic.mac, ip: nic.ip, mtu: 1442 }],
    }
    await machines.ensure(wanted)
    const at = { id: spec.id, sled_id: 'sled-1' }
    await expect.poll(async () => (await machines.find(at))?.state).toBe('running')
    expect(await machines.find(at)).not.toHaveProperty('ssh')
    await expect.poll(() => rig.nbctl('lsp-get-up', nic.id)).toContain('up')
    expect(await machines.statistics('sled-1')).toMatchObject([{ nics: [{ interface_id: nic.id }] }])

    // one that comes while it runs
    const later = vpc.machine('later', 6)
    await network.apply(vpc.network)
    const extra = { ...spec.nics[0]!, id: later.id, mac: later.mac, ip: later.ip, mtu: 1442 }
    for (let n = 0; n < 2; n++) await machines.attachNic(at, extra)
    await expect.poll(() => rig.nbctl('lsp-get-up', later.id)).toContain('up')
    const counted = async () => (await machines.statistics('sled-1'))[0]!.nics.map(({ interface_id }) => interface_id)
    expect(await counted()).toEqual([nic.id, later.id])
    // until the guest looks
    const gone = () =>
      machines.detachNic(at, later.id).then(
        () => true,
        () => false,
      )
    await expect.poll(gone, { timeout: 30_000 }).toBe(true)
    await expect.poll(() => rig.nbctl('lsp-get-up', later.id)).toContain('down')
    expect(await counted()).toEqual([nic.id])
    await machines.detachNic(at, later.id)

    // somebody removes its port, as docs/operating.md has it
    const { vsctl } = rig.chassis.get('host-1')!
    const find = ['find', 'Interface', `external_ids:iface-id="${nic.id}"`]
    await vsctl('del-port', (await vsctl('--bare', '--columns=name', ...find)).trim())
    await expect.poll(() => rig.nbctl('lsp-get-up', nic.id)).toContain('down')
    await machines.ensure({ ...wanted, generation: 2 })
    await expect.poll(() => rig.nbctl('lsp-get-up', nic.id), { timeout: 30_000 }).toContain('up')
    await machines.remove(at)
    await expect.poll(() => rig.nbctl('lsp-get-up', nic.id)).toContain('down')
    await machines.close()
    await blocks.close()
  })

  test(
    'guests reach the world, each other and those who log in from outside, and no address of hosts',
    { ...needing('starter-image'), timeout: 300_000 },
    async () => {
      const { namespace } = rig.chassis.get('host-1')!
      // as an operator moves the address of the interface that leads outside
      await namespace.ip('address', 'add', `${HOST_IP}/24`, 'dev', 'br-outside')
      await namespace.ip('link', 'set', 'br-outside', 'up')
      await rig.outside.namespace.ip('address', 'add', `${ADDED_IP}/32`, 'dev', 'lo')
      for (const each of [makeGuest(namespace, 'host'), rig.outside]) {
        await each.serve('TCP', PORT)
        await serveNames(each.namespace.spawn)
      }
      const key = join(folder, 'key')
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
      const vpc = new TestVpc(2)
      const [nic, other] = [vpc.machine('probe', 5), vpc.machine('other', 6)]
      vpc.external('floating', FLOATING_IP, nic)
      network.keepGuestsFrom!([ADDED_IP])
      await network.apply(vpc.network)
      const { blocks, machines } = await open('more-disks')
      const image = readFileSync(starterImage())

      async function start(name: string, { id, mac, ip }: NetworkInterface, script: string) {
        const spec = specOf(name, { architecture: OWN_ARCHITECTURE })
        const disk = { ...spec.disks[0]!, id: `disk-of-${name}` }
        await blocks.create(disk.id, 2 ** 30)
        for (let at = 0; at < image.length; at += 2 ** 20)
          await blocks.write(disk.id, at, image.subarray(at, at + 2 ** 20))
        await machines.ensure({
          ...spec,
          ncpus: 1,
          memory: 2 ** 29,
          disks: [{ ...disk, location: blocks.locate(disk.id, 'sled-1') }],
          nics: [{ ...spec.nics[0]!, id, mac, ip, mtu: 1400 }],
          ssh_public_keys: [readFileSync(`${key}.pub`, 'utf8')],
          user_data: Buffer.from(script).toString('base64'),
        })
        return { spec, output: () => readFileSync(join(folder, 'machines', `${spec.id}-1`, 'console.log'), 'utf8') }
      }

      const own = addressesIn(await namespace.run('ip', 'address'))
      expect(own).toEqual(expect.arrayContaining([HOST_IP, UNDERLAY_IP, '127.0.0.1', '::1']))
      const addresses = [OUTSIDE_IP, ADDED_IP, ...own]
      const first = await start('probe', nic, probe(addresses, specOf('probe').nics[0]!.gateway))
      const web = await start('other', other, '#!/bin/sh\n')
      for (const { output } of [first, web]) await expect.poll(output, BOOT).toContain('is up')
      const output = first.output()
      const outside = [OUTSIDE_IP]
      expect(answersIn(output, addresses)).toEqual({ TCP: outside, UDP: outside, ping: outside })
      expect(output).toContain(`name [${WEB_IP}]`)

      const options = [
        'StrictHostKeyChecking=no',
        'UserKnownHostsFile=/dev/null',
        'LogLevel=ERROR',
        'ConnectTimeout=60',
      ]
      const login = ['-i', key, ...options.flatMap((each) => ['-o', each]), `root@${FLOATING_IP}`]
      const run = (line: string) => rig.outside.namespace.run('ssh', ...login, line)
      expect(await run('hostname')).toBe('probe\n')
      // more than one packet, with a checksum each
      expect(await run('head -c 100000 /dev/zero | tr "\\0" x')).toHaveLength(100_000)
      expect(await run(`nc -w 20 ${other.ip} 22 < /dev/null | head -c 8`)).toBe('SSH-2.0-')
      for (const { spec } of [first, web]) await machines.remove(spec)
      await machines.close()
      await blocks.close()
    },
  )
})
