// Several installations on one libvirt: none touches the machines of another.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import type { MachineAt } from '../machines.ts'
import { type Owner, ownerArguments, ownerIn } from './owner.ts'
import { INSTALLATION, startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const OTHER = { id: 'installation-2', epoch: 0 }
const nobody = async () => new Set<string>()

const nameOf = ({ id }: MachineAt) => `rackwright-${id}`

/** Everything that a driver can do to a machine. */
async function tryEverything({ driver }: Walkthrough, at: MachineAt) {
  await driver.stop(at, Infinity, { force: true })
  await driver.reboot(at, 'request').catch(() => undefined)
  await driver.detachDisk(at, 'disk-of-db1').catch(() => undefined)
  await driver.resizeDisk(at, 'disk-of-db1', 2 ** 40).catch(() => undefined)
  await driver.remove(at)
  expect(await driver.console(at)).toBeUndefined()
  expect(await driver.screen(at)).toBeUndefined()
  expect(await driver.statistics(at.sled_id)).toEqual([])
  await expect(driver.ensure(specOf('db1', { id: at.id, generation: 99 }))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('another installation'),
  })
}

describe('installations on one libvirt', needing('machines'), () => {
  let hosts: TestHosts
  const open: Walkthrough[] = []
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterEach(async () => {
    for (const walk of open.splice(0)) {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
    for (const name of virsh('list', '--all', '--name').split('\n').filter(Boolean)) {
      if (virsh('domstate', name).startsWith('running')) virsh('destroy', name)
      virsh('undefine', name)
    }
  })
  afterAll(() => hosts.remove())

  const virsh = (...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, ...args], { encoding: 'utf8' })
  const ownerOf = (at: MachineAt) => ownerIn(virsh('dumpxml', nameOf(at)))
  const setOwner = (at: MachineAt, owner: Owner) =>
    virsh('metadata', nameOf(at), ...ownerArguments(owner), '--config', '--live')
  const removeOwner = (at: MachineAt) =>
    virsh('metadata', nameOf(at), '--uri', 'urn:rackwright:owner', '--remove', '--config', '--live')
  /** A guest that was restarted has another process. */
  const processOf = (at: MachineAt) =>
    readFileSync(join(hosts.daemons.get('sled-1')!.folder, `run/qemu/${nameOf(at)}.pid`), 'utf8')

  async function walkAs(...given: Parameters<TestHosts['open']>) {
    const walk = new Walkthrough(await hosts.open(...given))
    open.push(walk)
    return walk
  }

  test('the machines of another are neither shown nor touched', async () => {
    const first = await walkAs()
    const spec = await first.booted(specOf('db1', { id: crypto.randomUUID() }))
    expect(ownerOf(spec)).toEqual(INSTALLATION)
    const [pid, xml] = [processOf(spec), virsh('dumpxml', nameOf(spec))]
    const found: string[] = []
    const second = await walkAs(undefined, { installation: OTHER, onForeign: (names) => found.push(...names) })
    expect(found).toEqual([nameOf(spec)])
    expect(await second.list()).toEqual([])
    expect(await second.driver.find(spec)).toBeUndefined()
    await tryEverything(second, spec)
    expect(processOf(spec)).toBe(pid)
    expect(virsh('dumpxml', nameOf(spec))).toBe(xml)

    // side by side
    const own = await second.booted(specOf('db2', { id: crypto.randomUUID() }))
    expect(await first.list()).toMatchObject([{ id: spec.id, state: 'running' }])
    expect(await second.list()).toMatchObject([{ id: own.id, state: 'running' }])
    await first.driver.remove(own)
    await first.driver.remove(spec)
    expect(await second.list()).toMatchObject([{ id: own.id, state: 'running' }])
  })

  test('a machine of 0.2.0 goes on, and gets the mark of the installation that knows it', async () => {
    const first = await walkAs()
    const spec = await first.booted(specOf('db1', { id: crypto.randomUUID() }))
    const pid = processOf(spec)
    await first.driver.close()
    removeOwner(spec)
    const stranger = await walkAs(undefined, { installation: OTHER, known: nobody })
    expect(await stranger.list()).toEqual([])
    // a copy of the directory knows the machine, but does not have its disks
    const copy = await walkAs()
    expect(await copy.list()).toEqual([])
    await tryEverything(copy, spec)
    expect(ownerOf(spec)).toBeUndefined()

    first.driver = await first.under.reopen()
    expect(await first.list()).toMatchObject([{ id: spec.id, state: 'running' }])
    expect(ownerOf(spec)).toEqual(INSTALLATION)
    expect(processOf(spec)).toBe(pid)
    await first.driver.stop(spec)
    await first.untilState(spec, 'stopped')
  })

  test('a directory that was copied has the ID, but not the machines', async () => {
    const first = await walkAs()
    const spec = await first.booted(specOf('db1', { id: crypto.randomUUID() }))
    const pid = processOf(spec)
    const copy = await walkAs()
    expect(await copy.list()).toEqual([])
    await tryEverything(copy, spec)
    expect(processOf(spec)).toBe(pid)
    expect(await first.driver.find(spec)).toMatchObject({ state: 'running' })
  })

  test('a machine that was taken over is left alone, and said to be', async () => {
    const first = await walkAs()
    const spec = await first.booted(specOf('db1', { id: crypto.randomUUID() }))
    const pid = processOf(spec)
    const taker = { ...OTHER, epoch: 1 }
    setOwner(spec, taker)
    expect(await first.driver.find(spec)).toMatchObject({ state: 'running', is_taken_over: true })
    expect(await first.list()).toEqual([])
    await tryEverything(first, spec)
    // its own mark does not help: the number counts
    setOwner(spec, { ...INSTALLATION, epoch: 1 })
    await tryEverything(first, spec)
    first.driver = await first.under.reopen()
    await tryEverything(first, spec)
    expect(processOf(spec)).toBe(pid)
    setOwner(spec, INSTALLATION)
    expect(await first.list()).toMatchObject([{ id: spec.id, state: 'running' }])
  })

  test('a disk that somebody else attached does not make a machine foreign', async () => {
    const first = await walkAs()
    const spec = await first.booted(specOf('db1', { id: crypto.randomUUID() }))
    const file = join(hosts.daemons.get('sled-1')!.folder, 'other.img')
    execFileSync('truncate', ['-s', '1M', file])
    virsh('attach-disk', nameOf(spec), file, 'vdf', '--live')
    expect(await first.list()).toMatchObject([{ id: spec.id, state: 'running' }])
  })
})
