// Guests cannot begin connections to the addresses of hosts; the world outside stands for a host here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import type { Network } from '../network.ts'
import { ADDRESSES_MS } from './network.ts'
import { clock, openOn, plug, TestVpc } from './testing-vpc.ts'
import type { Guest } from './testing/guest.ts'
import { OUTSIDE_IP, startRig, type Rig } from './testing/rig.ts'
import { needing } from '../../scripts/needs.mjs'

/** Looks at the addresses of this machine all the time. */
const sleep: Clock['sleep'] = (time, signal) => clock.sleep(time === ADDRESSES_MS ? 20 : time, signal)

const FLOATING_IP = '203.0.113.20'

describe('addresses of hosts', needing('networks'), () => {
  let rig: Rig
  let network: Network
  let guest: Guest
  let addresses: string[] = []
  const vpc = new TestVpc(1)
  beforeAll(async () => {
    rig = await startRig(['host-1'])
    network = await openOn(rig, { hostAddresses: () => addresses, clock: { ...clock, sleep } })
    const nic = vpc.machine('web', 5)
    vpc.external('floating', FLOATING_IP, nic)
    guest = await plug(rig, 'host-1', nic)
    await guest.serve('TCP', 80)
    await rig.outside.serve('TCP', 80)
  })
  afterAll(async () => {
    await network?.close()
    await rig?.remove()
  })

  const generation = async () => (await network.list())[0]?.generation

  /** Applies until it holds, as the server does: the network may hear of a host meanwhile. */
  const applied = () =>
    expect
      .poll(async () => {
        await network.apply(vpc.network)
        return generation()
      })
      .toBe(vpc.network.generation)

  test('are out of reach as soon as they are known, but what they begin is answered', async () => {
    addresses = []
    await applied()
    await expect.poll(() => guest.ask('TCP', OUTSIDE_IP, 80)).toContain('outside')
    let isTold = false
    const stop = network.watch(() => (isTold = true))
    addresses = [OUTSIDE_IP, '172.30.0.5']
    await expect.poll(() => isTold).toBe(true)
    stop()
    // a VPC that does not know them yet is to be applied again
    expect(await generation()).toBe(0)
    await applied()
    expect(await guest.ask('TCP', OUTSIDE_IP, 80)).toBeUndefined()
    await expect.poll(() => rig.outside.ask('TCP', FLOATING_IP, 80)).toContain(guest.name)
  })

  test('are also those of hosts that are added while it runs, until they leave', async () => {
    addresses = ['172.30.0.5']
    network.keepGuestsFrom!([])
    await applied()
    await expect.poll(() => guest.ask('TCP', OUTSIDE_IP, 80)).toContain('outside')
    let told = 0
    const stop = network.watch(() => told++)
    network.keepGuestsFrom!([OUTSIDE_IP])
    // the same again is nothing new
    network.keepGuestsFrom!([OUTSIDE_IP])
    expect(told).toBe(1)
    stop()
    expect(await generation()).toBe(0)
    await applied()
    expect(await guest.ask('TCP', OUTSIDE_IP, 80)).toBeUndefined()
    network.keepGuestsFrom!([])
    await applied()
    await expect.poll(() => guest.ask('TCP', OUTSIDE_IP, 80)).toContain('outside')
  })

  test('are also those by which other hosts send traffic, as soon as they join', async () => {
    await applied()
    const kept = () => rig.nbctl('--bare', '--columns=match', 'list', 'ACL')
    expect(await kept()).toContain('10.99.0.1')
    expect(await kept()).not.toContain('10.99.0.77')
    let isTold = false
    const stop = network.watch(() => (isTold = true))
    await rig.sbctl('chassis-add', 'host-7', 'geneve', '10.99.0.77')
    await expect.poll(() => isTold).toBe(true)
    stop()
    await applied()
    expect(await kept()).toContain('10.99.0.77')
    await rig.sbctl('chassis-del', 'host-7')
  })

  test('are addresses of the VPC where they are in one of its subnets', async () => {
    const other = await plug(rig, 'host-1', vpc.machine('db', 6))
    await network.apply(vpc.network)
    await expect.poll(() => other.ask('TCP', '172.30.0.5', 80)).toContain(guest.name)
  })
})
