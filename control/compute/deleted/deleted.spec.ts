// What is deleted can be restored for a while, through the API, on every database: each noun, names and addresses taken meanwhile, and what
// the published API says about it.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { makeDeleted, type DeletedWorld } from '../../testing/deleted.ts'
import { until } from '../../testing/compute.ts'

const DAY_MS = 86_400_000

eachDatabase((_name, open) => {
  describe('what is deleted', () => {
    let w: DeletedWorld
    beforeAll(async () => {
      w = await makeDeleted(await open())
      return () => w.plane.stop()
    })

    test('is listed with its times, the last deletion first, in pages', async () => {
      const first = await w.disk('listed-1')
      await w.disk('listed-2')
      await w.ok('DELETE', '/v1/disks/listed-1?project=web')
      await w.clock.advance(1000)
      await w.ok('DELETE', '/v1/disks/listed-2?project=web')
      const [second, oldest] = await w.kept()
      expect(oldest).toEqual({
        id: expect.any(String),
        noun: 'disk',
        resource_id: first.id,
        name: 'listed-1',
        time_deleted: expect.any(String),
        time_final: new Date(Date.parse(oldest!.time_deleted) + DAY_MS).toISOString(),
      })
      expect(second!.name).toBe('listed-2')
      const page = await w.ok('GET', '/rackwright/deleted?project=web&limit=1')
      expect((page.items as { name: string }[]).map(({ name }) => name)).toEqual(['listed-2'])
      const rest = await w.ok('GET', `/rackwright/deleted?limit=1&page_token=${String(page.next_page)}`)
      expect((rest.items as { name: string }[]).map(({ name }) => name)).toEqual(['listed-1'])
      const ascending = await w.kept('project=web&sort_by=time_and_id_ascending')
      expect(ascending[0]!.name).toBe('listed-1')
    })

    test('needs a project or a silo to be listed', async () => {
      for (const query of ['', '?project=web&silo=recovery'])
        expect((await w.admin.raw('GET', `/rackwright/deleted${query}`)).status).toBe(400)
    })

    test('is gone for the published API, with its name free at once', async () => {
      const disk = await w.disk('gone')
      await w.ok('DELETE', '/v1/disks/gone?project=web')
      expect((await w.admin.raw('GET', `/v1/disks/${disk.id}`)).status).toBe(404)
      await w.disk('gone')
      const kept = await w.keptOne('gone')
      expect(await w.tryRestore(kept.id)).toMatchObject({
        status: 400,
        body: { error_code: 'ObjectAlreadyExists', message: 'already exists: disk "gone"' },
      })
      expect(await w.restore('gone', { name: 'gone-again' })).toEqual({
        noun: 'disk',
        resource_id: disk.id,
        name: 'gone-again',
        left_out: [],
      })
      expect(await w.ok('GET', `/v1/disks/${disk.id}`)).toMatchObject({
        name: 'gone-again',
        state: { state: 'detached' },
      })
      expect((await w.tryRestore(kept.id)).status).toBe(404)
    })

    test('keeps its volume until it is removed for good', async () => {
      const disk = await w.disk('volume')
      await w.ok('DELETE', '/v1/disks/volume?project=web')
      await w.quiet()
      expect(await w.volumes()).toContain(disk.id)
      await w.ok('DELETE', `/rackwright/deleted/${(await w.keptOne('volume')).id}`)
      await until(w, 'the volume to go', async () => !(await w.volumes()).includes(disk.id))
      expect((await w.kept()).map(({ name }) => name)).not.toContain('volume')
    })

    test('snapshots and images come back as they were', async () => {
      await w.disk('source')
      const snapshot = await w.ok('POST', '/v1/snapshots?project=web', { name: 's1', description: 'x', disk: 'source' })
      const body = { name: 'i1', description: '', os: 'o', version: '1', source: { type: 'snapshot', id: snapshot.id } }
      const image = await w.ok('POST', '/v1/images?project=web', body)
      const [was, wasImage] = [await w.ok('GET', `/v1/snapshots/${String(snapshot.id)}`), image]
      await w.ok('PUT', `/rackwright/labels/snapshot/${String(snapshot.id)}`, { labels: ['kept'] })
      await w.ok('DELETE', `/v1/images/${String(image.id)}`)
      await w.ok('DELETE', `/v1/snapshots/${String(snapshot.id)}`)
      await w.restore('s1')
      await w.restore('i1')
      expect(await w.ok('GET', '/v1/snapshots/s1?project=web')).toEqual(was)
      expect(await w.ok('GET', '/v1/images/i1?project=web')).toEqual(wasImage)
      expect(await w.ok('GET', `/rackwright/labels/snapshot/${String(snapshot.id)}`)).toEqual({ labels: ['kept'] })
    })

    test('silo images are in the list of the silo', async () => {
      await w.disk('for-image')
      const { id } = await w.ok('POST', '/v1/snapshots?project=web', { name: 's2', description: '', disk: 'for-image' })
      const body = { name: 'silo-image', description: '', os: 'o', version: '1', source: { type: 'snapshot', id } }
      const image = await w.ok('POST', '/v1/images', body)
      await w.ok('DELETE', '/v1/images/silo-image')
      expect((await w.kept()).map(({ name }) => name)).not.toContain('silo-image')
      await w.restore('silo-image', undefined, 'silo=recovery')
      expect(await w.ok('GET', '/v1/images/silo-image')).toEqual(image)
    })

    test('is removed at once where the silo sets 0', async () => {
      await w.retention(0)
      const disk = await w.disk('unkept')
      await w.ok('DELETE', '/v1/disks/unkept?project=web')
      await until(w, 'the volume to go', async () => !(await w.volumes()).includes(disk.id))
      expect((await w.kept()).map(({ name }) => name)).not.toContain('unkept')
      await w.retention(3600)
      await w.disk('short')
      await w.ok('DELETE', '/v1/disks/short?project=web')
      const { time_deleted, time_final } = await w.keptOne('short')
      expect(Date.parse(time_final) - Date.parse(time_deleted)).toBe(3_600_000)
      await w.retention(86_400)
    })

    test('is kept for a day in a new silo', async () => {
      const silo = {
        name: 'fresh',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        admin_group_name: null,
      }
      const quotas = { cpus: 1, memory: 1, storage: 1 }
      await w.ok('POST', '/v1/system/silos', { ...silo, quotas, tls_certificates: [], mapped_fleet_roles: {} })
      expect(await w.ok('GET', '/rackwright/silos/fresh/deleted-settings')).toEqual({ retention_seconds: 86_400 })
    })

    test('cannot be restored after its time, and its volume goes', async () => {
      await w.retention(60)
      const disk = await w.disk('late')
      await w.ok('DELETE', '/v1/disks/late?project=web')
      const { id } = await w.keptOne('late')
      await w.clock.advance(60_000)
      expect((await w.tryRestore(id)).status).toBe(404)
      await w.removeFinal()
      await until(w, 'the volume to go', async () => !(await w.volumes()).includes(disk.id))
      expect(w.errors).toEqual([])
    })
  })
})
