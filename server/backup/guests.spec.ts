// Disks of running instances in a backup: copies of one moment, whatever guests write meanwhile, or left out with the reason.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { attachedDisks, endStaleCopies, requestCopies, silentCopies } from '#control/storage/disk-copies.ts'
import { GIB, makeCompute, until, type Compute } from '#control/testing/compute.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { backup, placeOf } from './backup.ts'
import { restore } from './restore.ts'

const root = mkdtempSync(join(tmpdir(), 'rackwright-guests-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const NOW = new Date('2026-11-15T12:00:00Z')
const blank = { type: 'blank', block_size: 512 }
const newDisk = (name: string) => ({ type: 'create', name, description: '', size: GIB, disk_source: blank })

/** Virtual time passes meanwhile. */
async function backedUp(w: Compute, data: string, file: string) {
  let problems: string[] | undefined
  let failure: unknown
  backup(w.host.db, data, file, '1.2.3', w.host).then(
    (all) => (problems = all),
    (error: unknown) => (failure = error),
  )
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (failure) throw failure
    return problems !== undefined
  }
  await until(w, 'the backup', look)
  return problems!
}

eachDatabase(
  (name, open) => {
    /** An instance that runs, and two disks on which its guest counts. */
    async function running(folder: string) {
      const data = join(root, name, folder)
      const blocks = await openFileBlocks(join(data, 'disks'))
      const w = await makeCompute(await open(), { volumes: blocks })
      const machines = w.host.machines
      const made = await w.make('db1', { start: true, disks: [newDisk('one'), newDisk('two')] })
      await w.reach(made.id, 'running')
      const ids = (await w.host.db.read.selectFrom('disk').select('id').orderBy('name').execute()).map(({ id }) => id)
      let count = 0
      const writeAll = async () => {
        count++
        for (const id of ids) await blocks.write(id, 4096, Uint8Array.of(count))
      }
      await writeAll()
      const end = async () => {
        await w.stop()
        await blocks.close()
      }
      return { w, data, blocks, ids, machines, made, writeAll, end }
    }

    async function restored(file: string, folder: string) {
      const target = join(root, name, folder)
      const next = await open({ empty: true })
      const keep = async () => ({ ...next, close: async () => undefined })
      const leftOut = await restore(file, target, NOW, keep, async () => undefined)
      return { next, target, leftOut, blocks: await openFileBlocks(join(target, 'disks')) }
    }

    test('two disks of a running instance hold the same counter, although the guest goes on', async () => {
      const { w, data, blocks, ids, machines, writeAll, end } = await running('same')
      const real = machines.copyDisks.bind(machines)
      const together: number[] = []
      machines.copyDisks = async (at, copies) => {
        together.push(copies.length)
        await real(at, copies)
        await writeAll()
      }
      const file = join(root, name, 'same.tar.gz')
      expect(await backedUp(w, data, file)).toEqual([])
      expect(together).toEqual([2])
      expect([...(await blocks.read(ids[0]!, 4096, 1))]).toEqual([2])
      // the copies are gone, and no backup knows them
      await until(w, 'the copies to be gone', async () => (await blocks.list()).length === 2)
      const { next, target, blocks: again, leftOut } = await restored(file, 'same-again')
      expect(leftOut).toEqual([])
      for (const id of ids) expect([...(await again.read(id, 4096, 1))]).toEqual([1])
      expect(readdirSync(join(target, 'disks')).sort()).toEqual(ids.map((id) => `${id}.blocks`).sort())
      expect((await next.read.selectFrom('volume').select('owner').execute()).map(({ owner }) => owner)).toEqual([
        'disk',
        'disk',
      ])
      await again.close()
      await end()
    })

    test('what cannot be copied is left out, said, and faulted after a restore', async () => {
      const { w, data, machines, end } = await running('left')
      machines.copyDisks = () => Promise.reject(new Error('the machine does not answer'))
      const file = join(root, name, 'left.tar.gz')
      const reasons = ['one', 'two'].map((disk) => `Disk ${disk} of db1 was left out: it could not be copied`)
      expect(await backedUp(w, data, file)).toEqual(reasons)
      expect(existsSync(file)).toBe(false)
      const { next, blocks, leftOut } = await restored(placeOf(file, reasons), 'left-again')
      expect(leftOut.map((disk) => disk.name)).toEqual(['one', 'two'])
      expect(await blocks.list()).toEqual([])
      const states = await next.read.selectFrom('disk').select('disk_state').execute()
      expect(states.map(({ disk_state }) => disk_state)).toEqual(['faulted', 'faulted'])
      await blocks.close()
      await end()
    })

    test('copies on a host that does not answer are not waited for', async () => {
      const { w, end } = await running('silent')
      const { db, clock, random } = w.host
      const backup_id = random.uuid()
      const copies = await requestCopies(w.host, backup_id, await attachedDisks(db.read))
      expect(await silentCopies(db.read, backup_id)).toEqual(new Set())
      const since = { time_unreachable: clock.now().toISOString() }
      await db.transaction((tx) => tx.updateTable('sled').set(since).execute())
      expect(await silentCopies(db.read, backup_id)).toEqual(new Set(copies.values()))
      await end()
    })

    test('without a server, guests on real machines are left out, and simulated ones write nothing', async () => {
      const { w, data, end } = await running('alone')
      await end()
      w.clock.skip(60_000)
      const file = join(root, name, 'alone.tar.gz')
      expect(await backedUp(w, data, file)).toEqual([])
      writeFileSync(join(data, 'rack'), 'libvirt qemu:///system\n')
      const reason = 'no server is running that could copy it'
      expect(await backedUp(w, data, file)).toEqual([
        `Disk one of db1 was left out: ${reason}`,
        `Disk two of db1 was left out: ${reason}`,
      ])
    })

    test('an instance that is started meanwhile is copied by the next attempt', async () => {
      const { w, data, made, machines, end } = await running('started')
      await w.act(made.id, 'stop')
      await w.reach(made.id, 'stopped')
      const other = await w.make('db2', { start: true, disks: [newDisk('three')] })
      await w.reach(other.id, 'running')
      const real = machines.copyDisks.bind(machines)
      const copied: number[] = []
      machines.copyDisks = async (at, copies) => {
        copied.push(copies.length)
        if (copied.length === 1) await w.act(made.id, 'start')
        return real(at, copies)
      }
      expect(await backedUp(w, data, join(root, name, 'started.tar.gz'))).toEqual([])
      expect(copied.toSorted()).toEqual([1, 1, 2])
      await end()
    })

    test('copies of a backup that was killed are removed', async () => {
      const { w, blocks, end } = await running('killed')
      await requestCopies(w.host, w.host.random.uuid(), await attachedDisks(w.host.db.read))
      await until(w, 'the copies', async () => (await blocks.list()).length === 4)
      const after = (minutes: number) => new Date(w.clock.now().getTime() + minutes * 60_000).toISOString()
      await endStaleCopies(w.host, after(1))
      expect((await w.host.db.read.selectFrom('disk_copy').select('id').execute()).length).toBe(2)
      await endStaleCopies(w.host, after(20))
      await until(w, 'the copies to be gone', async () => (await blocks.list()).length === 2)
      await end()
    })
  },
  ['libsql', 'postgres'],
)
