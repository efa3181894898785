// Several installations on one OVN: none touches the VPCs of another. Without hosts.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Network } from '../network.ts'
import { TABLES } from './schema.ts'
import { openOn, OUTSIDE, TestVpc } from './testing-vpc.ts'
import { startRig, type Rig } from './testing/rig.ts'
import { needing } from '../../scripts/needs.mjs'

const OTHER = { id: 'installation-2', epoch: 0 }

function busyVpc(n: number): TestVpc {
  const vpc = new TestVpc(n)
  vpc.external('snat', `203.0.113.${n}`, vpc.machine('web', 5))
  return vpc
}

const idsOf = async (network: Network) => (await network.list()).map(({ vpc_id }) => vpc_id)

describe('installations on one OVN', needing('networks'), () => {
  let rig: Rig
  let first: Network
  let second: Network
  beforeAll(async () => {
    rig = await startRig([])
  })
  afterAll(() => rig?.remove())
  beforeEach(async () => {
    first = await openOn(rig)
    second = await openOn(rig, { installation: OTHER })
  })
  afterEach(async () => {
    await Promise.all([first.close(), second.close()])
    for (const table of ['Logical_Router', 'Logical_Switch', 'Address_Set', 'Port_Group', 'DHCP_Options', 'DNS'])
      await rig.nbctl('--all', 'destroy', table)
  })

  /** All rows, as text. */
  const rows = async () =>
    Promise.all(TABLES.map(async (table) => `${table} ${await rig.nbctl('--format=json', 'list', table)}`))

  /** Rows that an installation has made. */
  async function everyRow(work: (table: string, uuid: string) => Promise<unknown>) {
    for (const table of TABLES) {
      const found = await rig.nbctl('--bare', '--columns=_uuid', 'find', table, 'external_ids:rackwright-key!=""')
      for (const uuid of found.split(/\s+/).filter(Boolean)) await work(table, uuid)
    }
  }
  const removeMarks = () =>
    everyRow(async (table, uuid) => {
      await rig.nbctl('remove', table, uuid, 'external_ids', 'rackwright-installation')
      await rig.nbctl('remove', table, uuid, 'external_ids', 'rackwright-epoch')
    })
  const setMarks = (id: string, epoch: number) =>
    everyRow((table, uuid) =>
      rig.nbctl(
        'set',
        table,
        uuid,
        `external_ids:rackwright-installation=${id}`,
        `external_ids:rackwright-epoch=${epoch}`,
      ),
    )

  test('the VPCs of another are neither listed nor touched', async () => {
    const [mine, theirs] = [busyVpc(1), busyVpc(2)]
    theirs.change({ external_networks: [{ ...OUTSIDE, id: '00000000-0000-4000-8000-0000000000ee' }] })
    await first.apply(mine.network)
    const before = await rows()
    expect(await second.list()).toEqual([])
    expect(await second.others?.()).toEqual([mine.network.id])
    await second.remove(mine.network.id)
    await expect(second.apply(mine.change({}))).rejects.toMatchObject({ code: 'refused' })
    expect(await rows()).toEqual(before)

    await second.apply(theirs.network)
    expect(await idsOf(first)).toEqual([mine.network.id])
    expect(await idsOf(second)).toEqual([theirs.network.id])
    await first.apply(mine.change({ name: 'other' }))
    expect(await second.list()).toEqual([{ vpc_id: theirs.network.id, generation: theirs.network.generation }])
    await first.remove(theirs.network.id)
    await first.remove(mine.network.id)
    expect(await second.list()).toEqual([{ vpc_id: theirs.network.id, generation: theirs.network.generation }])
  })

  test('a VPC of 0.2.0 is nobody’s until it is applied, which only marks it', async () => {
    const vpc = busyVpc(1)
    await first.apply(vpc.network)
    const before = await rows()
    await removeMarks()
    expect(await idsOf(first)).toEqual([])
    expect(await idsOf(second)).toEqual([])
    await first.apply(vpc.network)
    expect(await first.list()).toEqual([{ vpc_id: vpc.network.id, generation: vpc.network.generation }])
    // the same rows, with the same UUIDs
    expect(await rows()).toEqual(before)
    await expect(second.apply(vpc.network)).rejects.toMatchObject({ code: 'refused' })
    // a mark that is missing somewhere is put back
    const [group = ''] = (await rig.nbctl('--bare', '--columns=_uuid', 'list', 'Port_Group')).split(/\s+/)
    await rig.nbctl('remove', 'Port_Group', group, 'external_ids', 'rackwright-installation')
    expect(await first.list()).toEqual([{ vpc_id: vpc.network.id, generation: 0 }])
    await first.apply(vpc.network)
    expect(await rows()).toEqual(before)
  })

  test('a deleted VPC of 0.2.0 is removed by the one that knew it', async () => {
    const vpc = busyVpc(1)
    await first.apply(vpc.network)
    await removeMarks()
    await first.remove(vpc.network.id)
    expect(await rig.nbctl('lr-list')).toBe('')
  })

  test('a VPC that was taken over is left alone', async () => {
    const vpc = busyVpc(1)
    await first.apply(vpc.network)
    let isTold = false
    first.watch(() => (isTold = true))
    await setMarks('installation-2', 1)
    await expect.poll(() => isTold).toBe(true)
    const taken = await rows()
    const untouched = async (network: Network) => {
      expect(await network.list()).toEqual([])
      await expect(network.apply(vpc.change({}))).rejects.toMatchObject({ code: 'refused' })
      await network.remove(vpc.network.id)
      expect(await rows()).toEqual(taken)
    }
    await untouched(first)
    const again = await openOn(rig)
    await untouched(again)
    await again.close()
    const taker = await openOn(rig, { installation: { ...OTHER, epoch: 1 } })
    expect(await idsOf(taker)).toEqual([vpc.network.id])
    await taker.apply(vpc.change({}))
    await taker.close()
  })
})
