// What becomes of a machine when somebody uses libvirt directly.
import { execFileSync } from 'node:child_process'
import type { Stats } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const ID = '5ca1ab1e-0000-4000-8000-000000000077'
const NAME = `rackwright-${ID}`

const kept = (id: string) => ({ id, is_diverted: false, is_removed: false })
const lookOf = ({ mode, uid, gid }: Stats) => ({ mode, uid, gid })

describe('libvirt behind our back', needing('machines'), () => {
  let hosts: TestHosts
  const said: unknown[] = []
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  const virsh = (...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()

  const removeDisk = async (command: string) => {
    if (command.startsWith('start ')) await rm(/<source file='([^']+)'/.exec(virsh('dumpxml', NAME))![1]!)
  }

  async function walking(
    work: (walk: Walkthrough, files: () => Promise<string[]>) => Promise<void>,
    interrupt?: (command: string) => Promise<void>,
  ) {
    const under = await hosts.open(interrupt, { warn: (_message, { why }) => said.push(why) })
    const walk = new Walkthrough(under)
    try {
      await work(walk, under.files)
    } finally {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  }
  const spec = specOf('db1', { id: ID })

  test('undefined while it runs: it can still be stopped, by force and by its guest', () =>
    walking(async (walk, files) => {
      for (const force of [true, false]) {
        await walk.booted({ ...spec, generation: force ? 1 : 2 })
        virsh('undefine', NAME)
        expect(await walk.driver.find(spec)).toMatchObject({ state: 'running' })
        await walk.driver.stop(spec, Infinity, { force })
        await walk.until('the domain to be gone', async () => (await walk.driver.find(spec)) === undefined || undefined)
        // the seed has keys and user data
        await walk.list()
        expect(await files()).toEqual([])
      }
    }))

  test('undefined while it runs: it can be removed and started again', () =>
    walking(async (walk) => {
      await walk.booted({ ...spec, generation: 1 })
      virsh('undefine', NAME)
      await walk.booted({ ...spec, generation: 2 })
      virsh('undefine', NAME)
      await walk.driver.remove(spec)
      expect(virsh('list', '--all', '--name')).toBe('')
    }))

  test('the machine of an instance has the UUID of the instance, at every start', () =>
    walking(async (walk) => {
      await walk.booted({ ...spec, generation: 1 })
      expect(virsh('domuuid', NAME)).toBe(ID)
      await walk.driver.ensure({ ...spec, generation: 2 })
      await walk.untilState(spec, 'running')
      expect(virsh('domuuid', NAME)).toBe(ID)
    }))

  test('a guest that panics has failed, and what it printed is kept', () =>
    walking(async (walk) => {
      await walk.booted(spec)
      await walk.type(spec, 'crash\r')
      expect(await walk.untilState(spec, 'failed')).toMatchObject({ reason: 'The kernel of the guest panicked.' })
      expect(await walk.text(spec)).toContain('crash')
      expect(virsh('domstate', NAME)).toBe('shut off')
    }))

  test('a disk whose file is missing is named without its path, except in the log', async () => {
    await walking(async (walk) => {
      await walk.driver.ensure(spec)
      const { reason } = await walk.untilState(spec, 'failed')
      expect(reason).toMatch(/a file of the host.*No such file or directory/)
      expect(reason).not.toContain('/')
      expect(said).toEqual([expect.stringContaining('/disk-of-db1')])
    }, removeDisk)
  })

  test('a snapshot by hand: it goes on, and says where its disk is, until somebody merges it', () =>
    walking(async (walk) => {
      const { id } = spec.disks[0]!
      await walk.booted(spec)
      const devices = async () => (await walk.driver.find(spec))?.devices
      expect(await devices()).toEqual({ disks: [kept(id)] })
      virsh('snapshot-create-as', NAME, 'nightly', '--disk-only', '--no-metadata', '--diskspec', 'vdz,snapshot=no')
      expect(await devices()).toEqual({ disks: [{ ...kept(id), is_diverted: true }] })
      expect(await walk.list()).toMatchObject([{ id: ID, state: 'running' }])
      virsh('blockcommit', NAME, 'vda', '--active', '--pivot', '--wait')
      expect(await devices()).toEqual({ disks: [kept(id)] })
      await walk.driver.stop(spec, Infinity, { force: true })
      await walk.untilState(spec, 'stopped')
    }))

  test('a disk that was detached by hand is missing, and the next start brings it', () =>
    walking(async (walk) => {
      await walk.booted(spec)
      const extra = { ...spec.disks[0]!, id: 'extra', boot: false }
      await walk.driver.attachDisk(spec, extra)
      const held = async () => (await walk.driver.find(spec))?.devices?.disks.map(({ id }) => id)
      expect(await held()).toEqual(['disk-of-db1', 'extra'])
      virsh('detach-disk', NAME, 'vdb', '--live')
      await expect.poll(held).toEqual(['disk-of-db1'])
      // as if it were there
      await walk.driver.detachDisk(spec, 'extra')
      await walk.booted({ ...spec, generation: 2, disks: [...spec.disks, extra] })
      expect(await held()).toEqual(['disk-of-db1', 'extra'])
    }))

  test('a disk that was made larger by hand has the size that its guest sees', () =>
    walking(async (walk) => {
      const { id, size } = spec.disks[0]!
      await walk.booted(spec)
      expect(await walk.driver.diskSizes!(spec)).toEqual(new Map([[id, size]]))
      virsh('blockresize', NAME, 'vda', `${2 * size}B`)
      expect(await walk.driver.diskSizes!(spec)).toEqual(new Map([[id, 2 * size]]))
      // as the page advises
      await walk.driver.resizeDisk(spec, id, 2 * size)
    }))

  test('a pool over its directory: it goes on, also when the pool deletes its disk, and what is on it can be saved', () =>
    walking(async (walk) => {
      const { blocks } = walk.under
      const { id, size } = spec.disks[0]!
      await walk.booted({ ...spec, generation: 1 })
      const file = (blocks.locate(id, spec.sled_id) as { path: string }).path
      const folder = dirname(file)
      const looks = async () => (await Promise.all([folder, file].map((path) => stat(path)))).map(lookOf)
      const before = await looks()
      virsh('pool-define-as', 'theirs', 'dir', '--target', folder)
      try {
        for (const step of ['pool-build', 'pool-start', 'pool-refresh']) virsh(step, 'theirs')
        expect(virsh('vol-list', 'theirs')).toContain(basename(file))
        expect(await looks()).toEqual(before)
        expect(await walk.driver.find(spec)).toMatchObject({ state: 'running', devices: { disks: [kept(id)] } })

        virsh('vol-delete', basename(file), '--pool', 'theirs')
        const removed = { disks: [{ ...kept(id), is_removed: true }] }
        expect(await walk.driver.find(spec)).toMatchObject({ state: 'running', devices: removed })
        await walk.driver.copyDisk(spec, id, { id: 'saved', size })
        // only an empty directory can go with its pool
        virsh('pool-destroy', 'theirs')
        expect(() => virsh('pool-delete', 'theirs')).toThrow(/not empty/i)
      } finally {
        virsh('pool-undefine', 'theirs')
      }
      await walk.driver.stop(spec, Infinity, { force: true })
      await walk.untilState(spec, 'stopped')
      expect((await blocks.list()).map((volume) => volume.id)).toEqual(['saved'])
      await blocks.clone('saved', id, size)
      await walk.booted({ ...spec, generation: 2 })
      expect(await walk.driver.find(spec)).toMatchObject({ devices: { disks: [kept(id)] } })
    }))

  test('saved by hand: it has failed, says why, and starts anew', () =>
    walking(async (walk) => {
      await walk.booted(spec)
      virsh('managedsave', NAME)
      const { reason } = await walk.untilState(spec, 'failed')
      expect(reason).toMatch(/^Somebody has saved the memory of the machine/)
      await walk.booted({ ...spec, generation: 2 })
      expect(virsh('list', '--all', '--with-managed-save', '--name')).toBe('')
    }))

  test('edited by hand: it goes on, and the next start has what it should have', () =>
    walking(async (walk) => {
      await walk.booted(spec)
      virsh('setmaxmem', NAME, '2G', '--config')
      virsh('autostart', NAME)
      virsh('desc', NAME, '--title', 'mine', '--live', '--config')
      expect(await walk.driver.find(spec)).toMatchObject({ state: 'running', name: spec.name })
      await walk.booted({ ...spec, generation: 2 })
      expect(Number(/<memory unit='KiB'>(\d+)</.exec(virsh('dumpxml', NAME))![1]) * 1024).toBe(spec.memory)
      expect(virsh('dominfo', NAME)).toMatch(/Autostart:\s+disable/)
    }))

  test('renamed by hand while it is off: its next start, or its removal, finds it', () =>
    walking(async (walk) => {
      await walk.booted({ ...spec, generation: 1 })
      const rename = async () => {
        await walk.driver.stop(spec, Infinity, { force: true })
        await walk.untilState(spec, 'stopped')
        virsh('domrename', NAME, 'mine')
      }
      await rename()
      await walk.booted({ ...spec, generation: 2 })
      expect(virsh('list', '--all', '--name')).toBe(NAME)
      await rename()
      await walk.driver.remove(spec)
      expect(virsh('list', '--all', '--name')).toBe('')
    }))

  test('paused by hand, and ended by hand', () =>
    walking(async (walk) => {
      await walk.booted(spec)
      virsh('suspend', NAME)
      expect(await walk.driver.find(spec)).toMatchObject({
        state: 'running',
        pause_reason: 'Somebody has paused it on its host.',
      })
      virsh('resume', NAME)
      expect(await walk.driver.find(spec)).not.toHaveProperty('pause_reason')
      virsh('destroy', NAME)
      await walk.untilState(spec, 'stopped')
    }))
})
