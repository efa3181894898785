// Guests on Ceph, with real libvirt and QEMU: one boots from it, its disks are copied at once while it writes, and Ceph may go away or be full.
import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { numbersIn } from '../libvirt/testing/guest.ts'
import { clock, startTestHosts, type TestHosts } from '../libvirt/testing/under-test.ts'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { openCephBlocks } from './blocks.ts'
import { startTestCluster, type TestCluster } from './testing/cluster.ts'

const COUNTER = 64 * 512
const MEBIBYTE = 1024 * 1024

describe('machines on Ceph', needing('ceph-machines'), () => {
  let cluster: TestCluster
  let hosts: TestHosts
  beforeAll(async () => {
    cluster = await startTestCluster()
    const pool = await cluster.pool()
    const volumes = async (folder: string) => {
      await mkdir(folder)
      return openCephBlocks({ pool, folder, clock })
    }
    hosts = await startTestHosts([SLEDS[0]!], { volumes })
  })
  afterAll(async () => {
    await hosts?.remove()
    await cluster?.remove()
  })

  test('a guest boots, its disks are copied at once, and it waits while Ceph is away', async () => {
    const walk = new Walkthrough(await hosts.open())
    const { blocks } = walk.under
    const list = async () => (await walk.driver.list(SLEDS[0]!)).map(({ id, state }) => ({ id, state }))
    const spec = specOf('db1')
    const [boot] = spec.disks
    const { size } = boot!
    await blocks.create('data', size)
    const data = { ...boot!, id: 'data', location: blocks.locate('data', spec.sled_id), boot: false }
    await walk.driver.ensure({ ...spec, disks: [boot!, data] })
    await walk.untilState(spec, 'running')
    await walk.untilPrompt(spec)
    // the key is nowhere in what libvirt shows or runs
    const daemon = hosts.daemons.get(SLEDS[0]!)!
    const key = await blocks.key!()
    const xml = execFileSync('virsh', ['-q', '-c', daemon.uri, 'dumpxml', `rackwright-${spec.id}`], {
      encoding: 'utf8',
    })
    expect(xml).toContain('protocol="rbd"'.replaceAll('"', "'"))
    expect(xml).not.toContain(key)

    await walk.type(spec, 'both\r')
    const counter = async (volume: string) => {
      const bytes = await blocks.read(volume, COUNTER, 4)
      return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
    }
    await walk.until('the guest to count', async () => ((await counter('data')) > 0 ? true : undefined))
    const copies = [
      { disk_id: boot!.id, to: { id: 'copy-of-boot', size } },
      { disk_id: 'data', to: { id: 'copy-of-data', size: size + MEBIBYTE } },
    ]
    await walk.driver.copyDisks(spec, copies)
    const [first, second] = [await counter('copy-of-boot'), await counter('copy-of-data')]
    expect(first).toBeGreaterThan(0)
    // the guest counts on the first disk first
    expect([0, 1]).toContain(first - second)
    await walk.until('the guest to count on', async () => ((await counter('data')) > second ? true : undefined))
    expect(await counter('copy-of-data')).toBe(second)

    cluster.pause()
    expect(await list()).toEqual([{ id: spec.id, state: 'running' }])
    cluster.resume()
    const before = await counter('data')
    await walk.until('the guest to go on', async () => ((await counter('data')) > before ? true : undefined))
    await walk.driver.resizeDisk(spec, 'data', size + MEBIBYTE)
    expect(await blocks.list()).toContainEqual({ id: 'data', size: size + MEBIBYTE })
    await walk.driver.remove(spec)
    await walk.driver.close()
  })

  test('while Ceph is full a guest waits with its write, of which nothing has failed when there is space again', async () => {
    const walk = new Walkthrough(await hosts.open())
    const spec = await walk.booted(specOf('db2'))
    const told = async () => numbersIn(await walk.text(spec), '+')
    const tells = async () => {
      const before = (await told()).length
      await walk.until('the guest to write', async () => ((await told()).length > before + 10 ? true : undefined))
    }
    await walk.type(spec, 'tell\r')
    await tells()

    await cluster.setFull(true)
    await walk.until('a write to wait', async () => ((await cluster.waitingWrites()) > 0 ? true : undefined))
    const before = await told()
    expect(await walk.driver.list(SLEDS[0]!)).toMatchObject([{ id: spec.id, state: 'running' }])
    expect(await told()).toEqual(before)

    await cluster.setFull(false)
    await tells()
    const all = await told()
    expect(all).toEqual(all.map((_, n) => n + 1))
    expect(numbersIn(await walk.text(spec), '!')).toEqual([])
    await walk.driver.remove(spec)
    await walk.driver.close()
  })
})
