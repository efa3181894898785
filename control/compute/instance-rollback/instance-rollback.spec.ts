// Points in time of an instance: restored as a new instance, and gone back to, on every database. What is replaced, what stays, refusals,
// failure, canceling and meddling.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { BlockError } from '#drivers/blocks.ts'
import { GIB, makeCompute, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'

const DISK = { type: 'create', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } }
const blank = (name: string) => ({ ...DISK, name })
const bytes = (value: number) => new Uint8Array(512).fill(value)

interface Item {
  id: string
  name: string
  [field: string]: unknown
}

eachDatabase((_name, open) => {
  describe('a point in time of an instance', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
      await world.ok('POST', '/rackwright/protection-policies?project=web', {
        name: 'nightly',
        description: '',
        schedule: { kind: 'weekly', weekday: 'sunday', time: '03:00', zone: 'UTC' },
        keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
        covers: { kind: 'all' },
      })
    })

    const list = async (path: string) => (await world.ok('GET', path)).items as Item[]
    const nic = async (instance: string) => (await list(`/v1/network-interfaces?instance=${instance}`))[0]!
    const inWeb = (noun: string) => list(`/v1/${noun}?project=web`)
    const pointsOf = async (id: string) =>
      (await list(`/rackwright/instances/${id}/recovery-points`)) as unknown as Wire<'RecoveryPoint'>[]
    const diskOf = async (name: string) => (await inWeb('disks')).find((disk) => disk.name === name)!
    const write = async (name: string, value: number) =>
      world.host.volumes.write((await diskOf(name)).id, 4096, bytes(value))
    const read = async (name: string) => world.host.volumes.read((await diskOf(name)).id, 4096, 512)
    const goBack = (id: string, point_id: string) =>
      world.admin.raw('POST', `/rackwright/instances/${id}/rollback`, { point_id })
    const ends = (path: string) =>
      until(world, 'the end', async () => {
        const found = await world.ok('GET', path)
        return ['done', 'failed'].includes(found.state as string) && found
      })
    const goneBack = async (id: string, point: string) => {
      const { status, body } = await goBack(id, point)
      expect(status, JSON.stringify(body)).toBe(202)
      return ends(`/rackwright/instance-rollbacks/${String(body.id)}`)
    }

    async function take(id: string): Promise<Wire<'RecoveryPoint'>> {
      const known = (await pointsOf(id)).map((point) => point.id)
      await world.ok('POST', '/rackwright/protection-policies/nightly/run?project=web')
      return until(world, 'a point in time', async () => {
        const point = (await pointsOf(id)).find((one) => !known.includes(one.id))
        return point?.disks.every(({ state }) => state === 'ready') && point
      })
    }

    /** With two disks that hold ones, saved in a point in time, and twos now. */
    async function ruined(more: Record<string, unknown> = {}) {
      const { id } = await world.make('db', { boot_disk: blank('db-boot'), disks: [blank('db-data')], ...more })
      await world.quiet()
      for (const name of ['db-boot', 'db-data']) await write(name, 1)
      const point = await take(id)
      for (const name of ['db-boot', 'db-data']) await write(name, 2)
      return { id, point }
    }

    test('has all disks of a running instance as of one moment', async () => {
      const { id } = await world.make('db', {
        boot_disk: blank('db-boot'),
        disks: [blank('db-data'), blank('db-logs')],
        start: true,
      })
      await world.reach(id, 'running')
      await world.quiet()
      const { machines } = world.host
      const real = machines.copyDisks.bind(machines)
      const asked: string[][] = []
      machines.copyDisks = async (at, copies) => {
        asked.push(copies.map(({ disk_id }) => disk_id))
        // the first attempt copies nothing
        if (asked.length === 1) throw new Error('the host does not answer')
        await real(at, copies)
      }
      await take(id)
      const ids = (await inWeb('disks')).map((disk) => disk.id).sort()
      expect(asked.map((disks) => disks.toSorted())).toEqual([ids, ids])
    })

    test('is restored as a new instance like the old one', async () => {
      const { id, point } = await ruined({ ncpus: 2, start: true, external_ips: [{ type: 'ephemeral' }] })
      await world.reach(id, 'running')
      await world.ok('PUT', `/rackwright/labels/instance/${id}`, { labels: ['prod'] })
      expect(point.disks.map(({ disk_name, is_boot }) => [disk_name, is_boot])).toEqual([
        ['db-boot', true],
        ['db-data', false],
      ])
      const body = { name: 'db-2', start: true }
      const begun = await world.ok('POST', `/rackwright/recovery-points/${point.id}/restore`, body)
      const ended = await ends(`/rackwright/instance-clones/${String(begun.id)}`)
      expect(ended).toMatchObject({ state: 'done', percent: 100, source_id: id })
      const made = await world.reach(ended.instance_id as string, 'running')
      expect(made).toMatchObject({ name: 'db-2', ncpus: 2, hostname: 'db-2' })
      expect(made.description).toMatch(/^db as of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
      expect((await world.ok('GET', `/rackwright/labels/instance/${made.id}`)).labels).toEqual(['prod'])
      expect(await read('db-2-boot')).toEqual(bytes(1))
      expect(await read('db-2-data')).toEqual(bytes(1))
      expect(await read('db-data')).toEqual(bytes(2))
      expect(made.boot_disk_id).toBe((await diskOf('db-2-boot')).id)
      const [old, own] = [await nic(id), await nic(made.id)]
      expect(own).toMatchObject({ name: old.name, subnet_id: old.subnet_id })
      expect([own.mac, own.ip]).not.toEqual([old.mac, old.ip])
      // the snapshots stay
      expect((await pointsOf(id))[0]!.disks).toHaveLength(2)
    })

    test('is gone back to: the present is saved, disks keep their names, and it runs again', async () => {
      const { id, point } = await ruined({ start: true })
      await world.reach(id, 'running')
      const old = await diskOf('db-data')
      await world.ok('PUT', `/rackwright/labels/disk/${old.id}`, { labels: ['tier=gold'] })
      const { body } = await goBack(id, point.id)
      expect(body).toMatchObject({ state: 'stopping', point_id: point.id, name: 'db' })
      expect((await goBack(id, point.id)).status).toBe(409)
      expect(await ends(`/rackwright/instance-rollbacks/${String(body.id)}`)).toMatchObject({ state: 'done' })
      await world.reach(id, 'running')
      expect(await read('db-boot')).toEqual(bytes(1))
      expect(await read('db-data')).toEqual(bytes(1))
      expect((await inWeb('disks')).map(({ name, state }) => [name, state])).toEqual([
        ['db-boot', { state: 'attached', instance: id }],
        ['db-data', { state: 'attached', instance: id }],
      ])
      expect((await world.view(id)).boot_disk_id).toBe((await diskOf('db-boot')).id)
      const { id: own } = await diskOf('db-data')
      expect((await world.ok('GET', `/rackwright/labels/disk/${own}`)).labels).toEqual(['tier=gold'])
      // what was is a point in time too
      const saved = (await pointsOf(id)).find(({ cause }) => cause === 'rollback')!
      expect(saved.disks.map(({ disk_name, snapshot_name }) => [disk_name, snapshot_name])).toEqual([
        ['db-boot', expect.stringMatching(/^before-going-back-db-boot-/)],
        ['db-data', expect.stringMatching(/^before-going-back-db-data-/)],
      ])
      const told = await list('/rackwright/activity?project=web')
      expect(told).toContainEqual(expect.objectContaining({ outcome: 'restored', target_name: 'db' }))
      // and from there back again, and to the first one, whose disks have others' place now
      expect(await goneBack(id, saved.id)).toMatchObject({ state: 'done' })
      expect(await read('db-data')).toEqual(bytes(2))
      await world.reach(id, 'running')
      expect(await goneBack(id, point.id)).toMatchObject({ state: 'done' })
      expect(await read('db-data')).toEqual(bytes(1))
      expect(world.errors).toEqual([])
    })

    test('leaves a stopped instance stopped, and disks alone that it has got or lost since', async () => {
      const { id, point } = await ruined()
      await world.ok('POST', '/v1/disks?project=web', { ...blank('new'), type: undefined })
      await world.ok('POST', `/v1/instances/${id}/disks/attach`, { disk: 'new' })
      await world.ok('POST', `/v1/instances/${id}/disks/detach`, { disk: 'db-data' })
      await write('new', 3)
      const { id: data } = await diskOf('db-data')
      expect(await goneBack(id, point.id)).toMatchObject({ state: 'done' })
      expect((await world.view(id)).run_state).toBe('stopped')
      expect(await Promise.all(['db-boot', 'db-data', 'new'].map(read))).toEqual([bytes(1), bytes(2), bytes(3)])
      expect((await diskOf('db-data')).id).toBe(data)
    })

    test('can be undone: the replaced disk is kept like one that was deleted', async () => {
      await world.ok('PUT', '/rackwright/silos/recovery/deleted-settings', { retention_seconds: 3600 })
      const { id, point } = await ruined()
      const { id: old } = await diskOf('db-data')
      await goneBack(id, point.id)
      const kept = (await list('/rackwright/deleted?project=web')).find((one) => one.resource_id === old)!
      await world.ok('POST', `/rackwright/deleted/${kept.id}/restore`, { name: 'old-data' })
      expect(await read('old-data')).toEqual(bytes(2))
      expect((await diskOf('old-data')).state).toEqual({ state: 'detached' })
    })

    test('is refused before anything stops, if it cannot be', async () => {
      const { id, point } = await ruined({ start: true })
      await world.reach(id, 'running')
      const { id: other } = await world.make('other', { disks: [blank('other-data')] })
      const foreign = await goBack(other, point.id)
      expect([foreign.status, foreign.body.message]).toEqual([400, 'the point in time is of another instance or disk'])
      // new disks fit, but not the snapshots of the present as well
      const { storage } = await world.usage()
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', { storage: storage + 3 * GIB })
      expect((await goBack(id, point.id)).status).toBe(507)
      expect((await world.view(id)).run_state).toBe('running')
      expect((await inWeb('disks')).map(({ name }) => name)).toEqual(['db-boot', 'db-data', 'other-data'])
      expect(await world.usage()).toMatchObject({ storage })
      await world.ok('DELETE', `/v1/snapshots/${point.disks[0]!.snapshot_id}`)
      await world.ok('DELETE', `/v1/snapshots/${point.disks[1]!.snapshot_id}`)
      expect(await pointsOf(id)).toEqual([])
      expect((await goBack(id, point.id)).body.message).toBe('the snapshots of this point in time were deleted')
    })

    test('changes nothing and says why, if a disk cannot be copied', async () => {
      const { id, point } = await ruined({ start: true })
      await world.reach(id, 'running')
      await world.quiet()
      const before = await world.usage()
      const { volumes } = world.host
      const copy = volumes.clone.bind(volumes)
      volumes.clone = async (source, ...rest) => {
        if (source === point.disks[1]!.snapshot_id) throw new BlockError('unknown_volume', 'the file is damaged')
        return copy(source, ...rest)
      }
      expect(await goneBack(id, point.id)).toMatchObject({
        state: 'failed',
        problem: 'The contents of disk db-data could not be copied.',
      })
      volumes.clone = copy
      await world.reach(id, 'running')
      await world.quiet()
      expect(await Promise.all(['db-boot', 'db-data'].map(read))).toEqual([bytes(2), bytes(2)])
      expect(await inWeb('disks')).toHaveLength(2)
      expect(await inWeb('snapshots')).toHaveLength(2)
      expect(await world.usage()).toEqual(before)
      expect(await list('/rackwright/activity?project=web')).toContainEqual(
        expect.objectContaining({ outcome: 'not_restored', target_name: 'db' }),
      )
      expect((await goneBack(id, point.id)).state).toBe('done')
    })

    test('is left again when it is canceled, or when someone takes a disk away', async () => {
      const { id, point } = await ruined({ start: true })
      await world.reach(id, 'running')
      await world.quiet()
      // it is started anew
      const { event: _, console_run: _run, ...before } = await world.rowCounts()
      const { body } = await goBack(id, point.id)
      await world.ok('DELETE', `/rackwright/instance-rollbacks/${String(body.id)}`)
      await until(world, 'the end', async () => {
        const { status } = await world.admin.raw('GET', `/rackwright/instance-rollbacks/${String(body.id)}`)
        return status === 404
      })
      await world.reach(id, 'running')
      await world.quiet()
      const { event: __, console_run: __run, ...after } = await world.rowCounts()
      expect(after).toEqual(before)
      const begun = await goBack(id, point.id)
      const taken = (await inWeb('disks')).find(({ name }) => name.startsWith('go-back-'))!
      await until(
        world,
        'a whole disk',
        async () => (await world.admin.raw('DELETE', `/v1/disks/${taken.id}`)).status === 204,
        0,
      )
      expect(await ends(`/rackwright/instance-rollbacks/${String(begun.body.id)}`)).toMatchObject({
        state: 'failed',
        problem: 'Its disks were changed meanwhile.',
      })
      await world.reach(id, 'running')
      expect(await Promise.all(['db-boot', 'db-data'].map(read))).toEqual([bytes(2), bytes(2)])
    })
  })
})
