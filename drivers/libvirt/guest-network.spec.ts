// What a guest without OVN reaches, tried from inside: the world, and no address of its host.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlockStore } from '../blocks.ts'
import { openFileBlocks } from '../files/blocks.ts'
import { specOf } from '../machines.cases.ts'
import type { Machines } from '../machines.ts'
import { makeSimulatedNetwork } from '../simulated/network.ts'
import { makeGuestNetworks } from './guest-network.ts'
import { openLibvirtRack } from './rack.ts'
import { startTestDaemon, type TestDaemon } from './testing/daemon.ts'
import { HOST_IP, startGuestNetwork, type TestGuestNetwork } from './testing/guest-network.ts'
import { addressesIn, answersIn, PORT, probe, WEB_IP } from './testing/reach.ts'
import { OWN_ARCHITECTURE, starterImage } from './testing/starter.ts'
import { clock, factsOf, INSTALLATION } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const BOOT = { timeout: 280_000, interval: 500 }
/** More addresses of the host. */
const OTHER_IPS = ['10.77.0.1/24', 'fd00:77::1/64']
const SLED = 'sled-1'

describe('the network of a guest without OVN', { ...needing('starter-image'), ...needing('machines') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rw-reach-'))
  const said: string[] = []
  let daemon: TestDaemon
  let net: TestGuestNetwork
  let blocks: BlockStore

  const open = async (guestNetworks = net.guestNetworks): Promise<Machines> => {
    const rack = await openLibvirtRack({
      installation: INSTALLATION,
      known: async (ids) => new Set(ids),
      hosts: [
        {
          uri: daemon.uri,
          facts: factsOf(SLED),
          description: { architecture: OWN_ARCHITECTURE, cpu: 'test', reserved_memory: 0 },
        },
      ],
      clock,
      volumes: blocks,
      folder: join(folder, 'machines'),
      accelerator: 'tcg',
      network: makeSimulatedNetwork({ clock }),
      networkKind: 'simulated',
      guestNetworks,
      warn: (message, { why }) => said.push(`${message}: ${String(why)}`),
    })
    return rack.machines
  }

  beforeAll(async () => {
    const starter = starterImage()
    daemon = await startTestDaemon()
    net = await startGuestNetwork(daemon)
    for (const ip of OTHER_IPS) net.run('ip', 'address', 'add', ip, 'dev', 'uplink')
    for (const machine of [net.host, net.outside]) await machine.serve('TCP', PORT)
    blocks = await openFileBlocks(join(folder, 'disks'))
    await blocks.create('boot', 2 ** 30)
    const image = readFileSync(starter)
    for (let at = 0; at < image.length; at += 2 ** 20) await blocks.write('boot', at, image.subarray(at, at + 2 ** 20))
  }, 180_000)

  afterAll(async () => {
    await net?.remove()
    await daemon?.remove()
    await blocks?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function outputOf(machines: Machines, at: { id: string; sled_id: string }) {
    const { generation } = (await machines.find(at))!
    return readFileSync(join(folder, 'machines', `${at.id}-${generation}`, 'console.log'), 'utf8').replaceAll('\r', '')
  }

  test('reaches the world, and no address of the host', async () => {
    const machines = await open()
    const key = join(folder, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const spec = specOf('probe', { architecture: OWN_ARCHITECTURE })
    const [nic] = spec.nics
    const own = addressesIn(net.run('ip', 'address'))
    expect(own).toEqual(expect.arrayContaining([HOST_IP, '10.77.0.1', 'fd00:77::1', '127.0.0.1', '::1']))
    const others = ['127.0.1.1', nic!.gateway, '172.30.0.2', '255.255.255.255', '224.0.0.1']
    const addresses = [net.outsideIp, ...own, ...others]
    await machines.ensure({
      ...spec,
      ncpus: 1,
      memory: 2 ** 29,
      disks: [{ ...spec.disks[0]!, id: 'boot', location: blocks.locate('boot', SLED) }],
      ssh_public_keys: [readFileSync(`${key}.pub`, 'utf8')],
      user_data: Buffer.from(probe(addresses, nic!.gateway)).toString('base64'),
    })
    const at = { id: spec.id, sled_id: SLED }
    await expect.poll(() => outputOf(machines, at), BOOT).toContain('is up')
    const output = await outputOf(machines, at)
    expect(output).toContain(`${net.outsideIp} TCP [outside ${HOST_IP}]`)
    const outside = [net.outsideIp]
    expect(answersIn(output, addresses)).toEqual({ TCP: outside, UDP: outside, ping: outside })
    expect(output).toContain(`name [${WEB_IP}]`)

    const { ssh } = (await machines.find(at))!
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR']
    const there = ['-p', String(ssh!.port), ...options.flatMap((each) => ['-o', each]), `root@${ssh!.address}`]
    expect(net.run('ssh', '-i', key, ...there, 'hostname')).toBe('probe\n')
    expect(said).toEqual([])

    // rather no network than one to the host
    expect(net.countNetworks()).toBe(1)
    net.setFilter('off')
    await expect.poll(net.countNetworks, BOOT).toBe(0)
    await machines.remove(at)
    await machines.close()
  }, 300_000)

  test('is the same for a start that is tried again, until the guest comes', async () => {
    net.setFilter('on')
    const { nics } = specOf('again')
    const opened = () => net.guestNetworks.open('again-1', nics)
    const first = await opened()
    expect(first).toHaveProperty('ssh_port')
    expect(await opened()).toEqual(first)
    net.setFilter('off')
    expect(await opened()).toHaveProperty('problem')
    net.setFilter('on')
    expect(await opened()).not.toEqual(first)
    await net.guestNetworks.close('again-1')
  })

  test('starts without a network where it could reach the host, and says why', async () => {
    const machines = await open()
    const why = async (generation: number) => {
      const spec = specOf('alone', { generation })
      await machines.ensure({ ...spec, disks: [] })
      const found = await machines.find(spec)
      expect(found).not.toHaveProperty('ssh')
      return found?.network_problem
    }
    net.setFilter('off')
    expect(await why(1)).toBe('The packet filter of the host does not keep guests from the host.')
    net.setFilter('on')
    net.run('ip', 'route', 'del', 'default')
    expect(await why(2)).toBe('The host has no default route.')
    await expect.poll(async () => (await machines.find(specOf('alone')))?.state, BOOT).toBe('running')
    expect(said).toEqual([
      'a guest starts without a network: The packet filter of the host does not keep guests from the host.',
      'a guest starts without a network: The host has no default route.',
    ])
    await machines.remove(specOf('alone'))
    await machines.close()
    const gone = makeGuestNetworks(join(folder, 'none'))
    expect(await gone.problem()).toBe('The service rackwright-guests does not run on the host.')
  })
})
