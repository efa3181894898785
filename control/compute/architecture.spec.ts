// Architectures through the API, on every database: who sees and changes them, where they come from, and where instances then run.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Architecture } from '#contract/architecture-names.ts'
import { uefiDisk } from '#drivers/libvirt/testing/uefi-guest.ts'
import { must, prepare } from '../testing/authz-world.ts'
import { GIB, makeCompute, until, type Compute } from '../testing/compute.ts'
import { makeDisk } from '../testing/authz/disk.ts'
import { makeSnapshot } from '../testing/authz/snapshot.ts'
import { eachDatabase } from '../testing/databases.ts'

const AT = '/rackwright/architectures'
/** Where the name of the boot file is on the disk of the test guest. */
const BOOT_FILE = (64 + 4) * 512

function bootable(name: 'BOOTX64 EFI' | 'BOOTAA64EFI'): Buffer {
  const disk = uefiDisk(GIB / 512)
  disk.write(name, BOOT_FILE)
  return disk
}

const blank = (name: string) => ({
  name,
  description: '',
  size: GIB,
  disk_source: { type: 'blank', block_size: 512 },
})

eachDatabase((_name, open) => {
  describe('architectures', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
    })

    const view = async (kind: string, name: string) =>
      (await world.ok('GET', `${AT}/${kind}/${name}?project=web`)).architecture
    const set = (kind: string, name: string, architecture: string) =>
      world.admin.raw('PUT', `${AT}/${kind}/${name}?project=web`, { architecture })
    const sledsRun = (architectures: Architecture[]) =>
      world.host.db.transaction((tx) => tx.updateTable('sled').set({ architectures }).execute())
    const start = async (name: string) => {
      const { status, body } = await world.admin.raw('POST', `/v1/instances/${name}/start?project=web`)
      return [status, body.message]
    }

    async function imported(name: string, bytes: Buffer) {
      const disk_source = { type: 'importing_blocks', block_size: 512 }
      await world.ok('POST', '/v1/disks?project=web', { name, description: '', size: GIB, disk_source })
      await world.ok('POST', `/v1/disks/${name}/bulk-write-start?project=web`)
      const base64_encoded_data = bytes.toString('base64')
      await world.ok('POST', `/v1/disks/${name}/bulk-write?project=web`, { offset: 0, base64_encoded_data })
      await world.ok('POST', `/v1/disks/${name}/bulk-write-stop?project=web`)
      await world.ok('POST', `/v1/disks/${name}/finalize?project=web`, { snapshot_name: `${name}-1` })
    }

    test('are read from what is imported, and go where it is copied', async () => {
      await imported('arm', bootable('BOOTAA64EFI'))
      await imported('data', Buffer.alloc(4096))
      expect(await view('disk', 'arm')).toBe('aarch64')
      expect(await view('disk', 'data')).toBeNull()
      const { id } = await world.ok('GET', '/v1/snapshots/arm-1?project=web')
      const image = { name: 'debian', description: '', os: 'debian', version: '12', source: { type: 'snapshot', id } }
      const { id: image_id } = await world.ok('POST', '/v1/images?project=web', image)
      const copy = { ...blank('copy'), disk_source: { type: 'image', image_id } }
      await world.ok('POST', '/v1/disks?project=web', copy)
      for (const [kind, name] of [
        ['snapshot', 'arm-1'],
        ['image', 'debian'],
        ['disk', 'copy'],
      ] as const)
        expect(await view(kind, name)).toBe('aarch64')
      const { items } = await world.ok('GET', `${AT}/image?project=web`)
      expect(items).toEqual([{ id: image_id, name: 'debian', project_name: 'web', architecture: 'aarch64' }])
      const disks = (await world.ok('GET', `${AT}/disk`)).items as { name: string }[]
      expect(disks.map(({ name }) => name).toSorted()).toEqual(['arm', 'copy'])
    })

    test('an instance has that of its boot disk, and its blank disks take it', async () => {
      await imported('arm', bootable('BOOTAA64EFI'))
      await imported('a-pc', bootable('BOOTX64 EFI'))
      const disks = [
        { type: 'attach', name: 'a-pc' },
        { type: 'create', ...blank('empty') },
      ]
      const { id } = await world.make('db1', { boot_disk: { type: 'attach', name: 'arm' }, disks })
      expect(await view('instance', 'db1')).toBe('aarch64')
      expect(await view('disk', 'empty')).toBeNull()
      await world.act(id, 'start')
      await world.reach(id, 'running')
      expect(await view('disk', 'empty')).toBe('aarch64')
      expect(await view('disk', 'a-pc')).toBe('x86_64')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      // without a boot disk, the first disk that has one decides
      await world.ok('PUT', `/v1/instances/${id}`, {
        ncpus: 1,
        memory: GIB,
        boot_disk: null,
        auto_restart_policy: null,
      })
      expect(await view('instance', 'db1')).toBe('x86_64')
    })

    test('without a disk that has one, it is that of the first sled', async () => {
      await sledsRun(['aarch64', 'x86_64'])
      const { id } = await world.make('db1', { disks: [{ type: 'create', ...blank('empty') }] })
      expect(await view('instance', 'db1')).toBeNull()
      await world.act(id, 'start')
      await world.reach(id, 'running')
      expect([await view('instance', 'db1'), await view('disk', 'empty')]).toEqual(['aarch64', 'aarch64'])
      // it stays, wherever the instance runs next
      await sledsRun(['x86_64', 'aarch64'])
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      expect(await view('instance', 'db1')).toBe('aarch64')
    })

    test('an instance runs only where its architecture does, and 507 says so', async () => {
      await imported('arm', bootable('BOOTAA64EFI'))
      await sledsRun(['x86_64'])
      await world.make('db1', { boot_disk: { type: 'attach', name: 'arm' } })
      const nowhere = 'Insufficient capacity: Failed to place instance: it is made for aarch64, and no sled runs that'
      expect(await start('db1')).toEqual([507, nowhere])
      expect((await world.ok('GET', '/rackwright/platform')).architectures).toEqual(['x86_64'])
      expect((await set('disk', 'arm', 'x86_64')).status).toBe(200)
      expect((await start('db1'))[0]).toBe(202)
    })

    test('a native sled comes before an emptier one that would emulate', async () => {
      const [sled] = await world.host.db.read.selectFrom('sled').selectAll().execute()
      await sledsRun(['aarch64', 'x86_64'])
      const other = { ...sled!, id: world.host.random.uuid(), serial: 'PC1', architectures: ['x86_64' as const] }
      const architectures: Architecture[] = [...other.architectures, 'aarch64']
      const large = { ...other, architectures, usable_hardware_threads: 512 }
      await world.host.db.transaction((tx) => tx.insertInto('sled').values(large).execute())
      await imported('arm', bootable('BOOTAA64EFI'))
      const { id } = await world.make('db1', { boot_disk: { type: 'attach', name: 'arm' }, start: true })
      const { sled_id } = await world.host.db.read
        .selectFrom('instance')
        .select('sled_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(sled_id).toBe(sled!.id)
    })

    test('nobody changes that of a disk that a machine runs from', async () => {
      const { id } = await world.make('db1', { disks: [{ type: 'create', ...blank('empty') }] })
      await world.act(id, 'start')
      await world.reach(id, 'running')
      const { status, body } = await set('disk', 'empty', 'aarch64')
      expect([status, body.message]).toEqual([409, 'disk empty is in use: stop instance db1 first'])
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      expect((await set('disk', 'empty', 'aarch64')).body).toEqual({ architecture: 'aarch64' })
      expect((await set('disk', 'empty', 'riscv64')).status).toBe(400)
      expect((await set('instance', 'db1', 'aarch64')).status).toBe(400)
    })

    test('what an earlier version made is read once, and otherwise counts as x86-64', async () => {
      await imported('arm', bootable('BOOTAA64EFI'))
      await imported('data', Buffer.alloc(4096))
      await imported('chosen', bootable('BOOTAA64EFI'))
      const old = { architecture: 'x86_64', architecture_task: 'read' } as const
      await world.host.db.transaction((tx) => tx.updateTable('volume').set(old).execute())
      expect((await set('disk', 'chosen', 'x86_64')).status).toBe(200)
      const isRead = async () =>
        (await world.host.db.read.selectFrom('volume').select('id').where('architecture_task', '=', 'read').execute())
          .length === 0
      await until(world, 'all to be read', isRead, 600_000)
      const found = await Promise.all(['arm', 'data', 'chosen'].map((name) => view('disk', name)))
      expect(found).toEqual(['aarch64', 'x86_64', 'x86_64'])
    })
  })

  test('whoever sees a resource sees its architecture, and whoever can change it decides', async () => {
    const w = await prepare(await open())
    const snapshot = await makeSnapshot(w)
    const image = {
      name: 'debian',
      description: '',
      os: '',
      version: '',
      source: { type: 'snapshot', id: snapshot.id },
    }
    const made = {
      disk: await makeDisk(w),
      snapshot,
      image: await must(w.owner, 'POST', '/v1/images?project=web', image),
    }
    for (const [kind, { id }] of Object.entries(made)) {
      const path = `${AT}/${kind}/${id}`
      const statuses = async (who: keyof typeof w.people) => [
        (await w.people[who].raw('GET', path)).status,
        (await w.people[who].raw('PUT', path, { architecture: 'aarch64' })).status,
      ]
      expect([kind, await statuses('project viewer')]).toEqual([kind, [200, 403]])
      expect([kind, await statuses('project collaborator')]).toEqual([kind, [200, 200]])
      expect([kind, await statuses('other silo admin')]).toEqual([kind, [404, 404]])
    }
  })
})
