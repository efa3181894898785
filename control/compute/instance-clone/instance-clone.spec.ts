// Clones: what is copied and what is new, quota, refusals, failure, canceling and the end of the source, on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { BlockError } from '#drivers/blocks.ts'
import { breath, GIB, makeCompute, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'

const blank = (name: string, more: Record<string, unknown> = {}) => ({
  type: 'create',
  name,
  description: '',
  size: GIB,
  disk_source: { type: 'blank', block_size: 512 },
  ...more,
})

interface Item {
  id: string
  name: string
  [field: string]: unknown
}

eachDatabase((_name, open) => {
  describe('cloning an instance', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
    })

    const list = async (path: string) => (await world.ok('GET', path)).items as Item[]
    const inWeb = (noun: string) => list(`/v1/${noun}?project=web`)
    const clone = (id: string, body: Record<string, unknown>) =>
      world.admin.raw('POST', `/rackwright/instances/${id}/clone`, body)
    const view = (id: unknown) => world.ok('GET', `/rackwright/instance-clones/${String(id)}`)
    const ends = (id: unknown) =>
      until(world, 'the end', async () => {
        const found = await view(id)
        return ['done', 'failed'].includes(found.state as string) && found
      })
    const cloned = async (id: string, body: Record<string, unknown>) => {
      const { status, body: begun } = await clone(id, body)
      expect(status, JSON.stringify(begun)).toBe(202)
      return ends(begun.id)
    }

    test('copies size, disks, keys, user data and labels, and gives it addresses of its own', async () => {
      const public_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDlMZ5Vb1yP5eQe6o8hK0LJ9O1mH0z7pYw3b2o1n0c9k me'
      await world.ok('POST', '/v1/me/ssh-keys', { name: 'mine', description: '', public_key })
      const source = await world.make('web', {
        ncpus: 2,
        memory: 4 * GIB,
        user_data: btoa('#cloud-config'),
        auto_restart_policy: 'never',
        boot_disk: blank('web-boot', { size: 2 * GIB }),
        disks: [blank('web-data')],
        external_ips: [{ type: 'ephemeral' }],
        start: true,
      })
      await world.reach(source.id, 'running')
      await world.ok('PUT', `/rackwright/labels/instance/${source.id}`, { labels: ['prod'] })
      await world.ok('POST', '/v1/floating-ips?project=web', { name: 'fixed', description: '' })
      await world.ok('POST', '/v1/floating-ips/fixed/attach?project=web', { kind: 'instance', parent: source.id })

      const { state, percent, instance_id, source_name } = await cloned(source.id, { name: 'web-2' })
      expect([state, percent, source_name]).toEqual(['done', 100, 'web'])
      const made = await world.reach(instance_id as string, 'running')
      expect(made).toMatchObject({
        name: 'web-2',
        hostname: 'web-2',
        description: 'Clone of web',
        ncpus: 2,
        memory: 4 * GIB,
        auto_restart_policy: 'never',
      })
      const disks = await list(`/v1/instances/${made.id}/disks`)
      expect(disks.map(({ name, size }) => [name, size])).toEqual([
        ['web-2-boot', 2 * GIB],
        ['web-2-data', GIB],
      ])
      expect(made.boot_disk_id).toBe(disks[0]!.id)
      expect(await inWeb('snapshots')).toEqual([])
      const { user_data } = await world.host.db.read
        .selectFrom('instance')
        .select('user_data')
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow()
      expect(user_data).toBe(btoa('#cloud-config'))
      expect((await list(`/v1/instances/${made.id}/ssh-public-keys`)).map(({ name }) => name)).toEqual(['mine'])
      expect(await world.ok('GET', `/rackwright/labels/instance/${made.id}`)).toEqual({ labels: ['prod'] })

      const nics = (id: string) => list(`/v1/network-interfaces?instance=${id}`)
      const [[old], [own]] = [await nics(source.id), await nics(made.id)]
      expect(own).toMatchObject({ name: old!.name, subnet_id: old!.subnet_id, vpc_id: old!.vpc_id, primary: true })
      expect(own!.description).toBe('default primary interface for web-2')
      expect(own!.ip).not.toBe(old!.ip)
      expect(own!.mac).not.toBe(old!.mac)
      const external = await list(`/v1/instances/${made.id}/external-ips`)
      expect(external.map(({ kind }) => kind)).toEqual(['ephemeral'])
      expect(external[0]!.ip).not.toBe((await list(`/v1/instances/${source.id}/external-ips`))[0]!.ip)
      expect(await world.usage()).toEqual({ cpus: 4, memory: 8 * GIB, storage: 6 * GIB })
      expect(world.errors).toEqual([])
    })

    test('is creating until its disks are copied, and stays stopped if asked to', async () => {
      const { id } = await world.make('still', { boot_disk: blank('root') })
      const { body } = await clone(id, { name: 'copy', hostname: 'twin', description: 'Mine', start: false })
      expect(body).toMatchObject({ state: 'copying', name: 'copy', source_id: id })
      const own = body.instance_id as string
      expect(await world.view(own)).toMatchObject({ run_state: 'creating', hostname: 'twin', description: 'Mine' })
      const early = await world.admin.raw('DELETE', `/v1/instances/${own}`)
      expect(early.status).toBe(400)
      await ends(body.id)
      expect((await world.view(own)).run_state).toBe('stopped')
      expect((await inWeb('disks')).map(({ name }) => name)).toEqual(['copy-root', 'root'])
    })

    test('copies what is on the disks', async () => {
      const { id } = await world.make('full', { boot_disk: blank('full-disk') })
      const [disk] = await inWeb('disks')
      await until(world, 'the disk', async () => (await world.host.volumes.list()).some((one) => one.id === disk!.id))
      await world.host.volumes.write(disk!.id, 4096, new Uint8Array(512).fill(7))
      await cloned(id, { name: 'other', start: false })
      const copy = (await inWeb('disks')).find(({ name }) => name === 'other-disk')
      expect(await world.host.volumes.read(copy!.id, 4096, 512)).toEqual(new Uint8Array(512).fill(7))
    })

    test('is refused as a whole when the quota or a name does not allow it', async () => {
      const { id } = await world.make('dear', { boot_disk: blank('dear-boot') })
      await world.quiet()
      const before = await world.rowCounts()
      const refused = async (body: Record<string, unknown>) => {
        const reply = await clone(id, body)
        // the refusal itself is logged
        const { event: _, ...rows } = await world.rowCounts()
        const { event: __, ...then } = before
        expect(rows).toEqual(then)
        return [reply.status, reply.body.message]
      }
      expect(await refused({ name: 'dear' })).toEqual([400, 'already exists: instance "dear"'])
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', { storage: 2 * GIB })
      expect(await refused({ name: 'two' })).toEqual([507, expect.stringContaining('Storage Limit Exceeded')])
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', { storage: 3 * GIB, cpus: 0 })
      expect(await refused({ name: 'two' })).toEqual([507, expect.stringContaining('vCPU Limit Exceeded')])
      expect(await world.usage()).toEqual({ cpus: 0, memory: 0, storage: GIB })
      // one that does not start needs no vCPUs
      expect((await clone(id, { name: 'two', start: false })).status).toBe(202)
    })

    test('is refused while the instance changes, and for disks that cannot be copied', async () => {
      const { id } = await world.make('moving', { boot_disk: blank('moving-boot') })
      await world.quiet()
      const set = (run_state: 'starting' | 'stopped') =>
        world.host.db.transaction((tx) => tx.updateTable('instance').set({ run_state }).where('id', '=', id).execute())
      await world.stop()
      await set('starting')
      const moving = await clone(id, { name: 'two' })
      expect([moving.status, moving.body.message]).toEqual([
        409,
        'instance is in state starting but it must be running, stopped or failed to be cloned',
      ])
      await set('stopped')
      await world.host.db.transaction((tx) => tx.updateTable('disk').set({ disk_state: 'faulted' }).execute())
      const faulted = await clone(id, { name: 'two' })
      expect([faulted.status, faulted.body.message]).toEqual([
        400,
        'cannot create a snapshot of disk "moving-boot" in state faulted',
      ])
    })

    test('removes everything again and says why, if a disk cannot be copied', async () => {
      const { id } = await world.make('broken', { boot_disk: blank('broken-boot'), disks: [blank('broken-data')] })
      await world.quiet()
      const { instance_clone: _, event: __, ...before } = await world.rowCounts()
      const { volumes } = world.host
      const copy = volumes.clone.bind(volumes)
      const [, data] = await inWeb('disks')
      volumes.clone = async (source, ...rest) => {
        const row = await world.host.db.read
          .selectFrom('snapshot')
          .select('disk_id')
          .where('id', '=', source)
          .executeTakeFirst()
        if (row?.disk_id === data!.id) throw new BlockError('unknown_volume', 'the file is damaged')
        return copy(source, ...rest)
      }
      const ended = await cloned(id, { name: 'two' })
      expect(ended).toMatchObject({
        state: 'failed',
        instance_id: null,
        problem: 'The contents of disk two-data could not be copied.',
      })
      volumes.clone = copy
      await world.quiet()
      const { instance_clone: count, event: ___, alert: ____, ...after } = await world.rowCounts()
      expect(count).toBe(1)
      expect(after).toEqual(omit(before, 'alert'))
      expect(await world.usage()).toEqual({ cpus: 0, memory: 0, storage: 2 * GIB })
      const told = await list('/rackwright/activity?project=web')
      expect(told).toContainEqual(
        expect.objectContaining({ outcome: 'failed', target_name: 'two', reason: ended.problem }),
      )
      await world.ok('DELETE', `/rackwright/instance-clones/${String(ended.id)}`)
      expect((await cloned(id, { name: 'two' })).state).toBe('done')
    })

    test('leaves nothing behind when it is canceled, at whatever point', async () => {
      const { id } = await world.make('source', { boot_disk: blank('source-boot') })
      await world.quiet()
      const { event: _, ...before } = await world.rowCounts()
      for (const turns of [0, 2, 6]) {
        const { body } = await clone(id, { name: 'two', start: false })
        for (let turn = 0; turn < turns; turn++) await breath()
        await world.ok('DELETE', `/rackwright/instance-clones/${String(body.id)}`)
        await until(world, 'the end', async () => {
          const { status } = await world.admin.raw('GET', `/rackwright/instance-clones/${String(body.id)}`)
          return status === 404
        })
        // it may have been done just before
        for (const { id: left } of (await inWeb('instances')).filter(({ name }) => name === 'two')) {
          await world.ok('DELETE', `/v1/instances/${left}`)
          await world.ok('DELETE', '/v1/disks/two-boot?project=web')
        }
        await world.quiet()
        const { event: __, ...after } = await world.rowCounts()
        expect(after, `canceled after ${turns} turns`).toEqual(before)
        expect((await inWeb('disks')).map(({ state }) => state)).toEqual([{ state: 'attached', instance: id }])
      }
    })

    test('does not need its source any more once it has begun', async () => {
      const { id } = await world.make('source', { boot_disk: blank('source-boot') })
      const { body } = await clone(id, { name: 'two', start: false })
      await world.ok('DELETE', `/v1/instances/${id}`)
      expect((await ends(body.id)).state).toBe('done')
      await world.quiet()
      expect((await inWeb('disks')).map(({ name, state }) => [name, state])).toEqual([
        ['source-boot', { state: 'detached' }],
        ['two-boot', { state: 'attached', instance: body.instance_id }],
      ])
    })

    test('an ended one does not keep its project, but one under way does', async () => {
      const { id } = await world.make('source')
      const ended = await cloned(id, { name: 'two', start: false })
      for (const one of [id, ended.instance_id as string]) await world.ok('DELETE', `/v1/instances/${one}`)
      await world.ok('DELETE', '/v1/vpc-subnets/default?project=web&vpc=default')
      await world.ok('DELETE', '/v1/vpcs/default?project=web')
      await world.stop()
      const set = (state: 'undoing' | 'done') =>
        world.host.db.transaction((tx) => tx.updateTable('instance_clone').set({ state }).execute())
      await set('undoing')
      const early = await world.admin.raw('DELETE', '/v1/projects/web')
      expect([early.status, early.body.message]).toEqual([
        400,
        'project to be deleted contains an unfinished clone: two',
      ])
      await set('done')
      await world.ok('DELETE', '/v1/projects/web')
    })
  })
})

const omit = (counts: Record<string, number>, table: string) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => name !== table))
