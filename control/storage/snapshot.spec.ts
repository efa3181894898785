// Snapshots through the API, on every database.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { diskBody, eventually, GIB, importing, makeStorage, type Storage } from '../testing/storage.ts'

const of = (disk: string, name: string) => ({ name, description: 'as it was', disk })

eachDatabase((_name, open) => {
  describe('snapshots', () => {
    let w: Storage
    beforeAll(async () => {
      w = await makeStorage(await open())
      await w.post('/v1/projects', { name: 'other', description: '' })
    })

    test('are ready in the response, and outlive their disk', async () => {
      const disk = await w.disk('d', { size: 2 * GIB })
      const used = await w.storage()
      const made = await w.post('/v1/snapshots?project=web', of('d', 'first'))
      expect(made).toEqual({
        id: made.id,
        name: 'first',
        description: 'as it was',
        disk_id: disk.id,
        project_id: disk.project_id,
        size: 2 * GIB,
        state: 'ready',
        time_created: '2025-03-03T09:00:00.000Z',
        time_modified: '2025-03-03T09:00:00.000Z',
      })
      expect(await w.stateOf(disk.id)).toBe('detached')
      expect(await w.storage()).toBe(used + 2 * GIB)
      await w.del(`/v1/disks/${disk.id}`)
      await w.settle()
      expect(await w.get(`/v1/snapshots/${made.id}`)).toEqual(made)
      expect(await w.blocks.list()).toContainEqual({ id: made.id, size: 2 * GIB })

      await w.del('/v1/snapshots/first?project=web')
      expect(await w.storage()).toBe(used - 2 * GIB)
      await w.settle()
      expect((await w.blocks.list()).map((volume) => volume.id)).not.toContain(made.id)
      expect((await w.refused('GET', `/v1/snapshots/${made.id}`))[0]).toBe(404)
    })

    test('have unique names within a project, and are listed there', async () => {
      const disk = await w.disk('named')
      await w.post('/v1/snapshots?project=web', of('named', 'b'))
      await w.post('/v1/snapshots?project=web', of(disk.id, 'a'))
      expect(await w.refused('POST', '/v1/snapshots?project=web', of('named', 'a'))).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: snapshot "a"',
      ])
      expect(await w.stateOf(disk.id)).toBe('detached')
      const names = async (sort: string) =>
        (await w.list(`/v1/snapshots?project=web&sort_by=${sort}`)).map((snapshot) => snapshot.name)
      expect(await names('name_ascending')).toEqual(['a', 'b'])
      expect(await names('name_descending')).toEqual(['b', 'a'])
      expect(await w.list('/v1/snapshots?project=other')).toEqual([])
    })

    test('follow the selector rules', async () => {
      await w.disk('selected')
      const { id } = await w.post('/v1/snapshots?project=web', of('selected', 'selected'))
      expect((await w.get('/v1/snapshots/selected?project=web')).id).toBe(id)
      expect(await w.refused('GET', `/v1/snapshots/${id}?project=web`)).toEqual([
        400,
        'InvalidRequest',
        'when providing snapshot as an ID, project should not be specified',
      ])
      expect(await w.refused('GET', '/v1/snapshots/selected')).toEqual([
        400,
        'InvalidRequest',
        'snapshot should either be an ID or project should be specified',
      ])
      expect(await w.refused('GET', '/v1/snapshots/nothing?project=web')).toEqual([
        404,
        'ObjectNotFound',
        'not found: snapshot with name "nothing"',
      ])
    })

    test('need a disk in the same project', async () => {
      const { id } = await w.post('/v1/disks?project=other', diskBody('elsewhere'))
      await w.settle()
      expect(await w.refused('POST', '/v1/snapshots?project=web', of(id, 'stranger'))).toEqual([
        400,
        'InvalidRequest',
        "can't create a snapshot of a disk in a different project",
      ])
      expect(await w.refused('POST', '/v1/snapshots?project=web', of('elsewhere', 'stranger'))).toEqual([
        404,
        'ObjectNotFound',
        'not found: disk with name "elsewhere"',
      ])
    })

    test('are refused unless the disk is attached or detached', async () => {
      const { id, finish } = await w.diskInCreation('moving', importing)
      const refused = async (state: string) => {
        expect(await w.stateOf(id)).toBe(state)
        expect(await w.refused('POST', '/v1/snapshots?project=web', of('moving', 'no'))).toEqual([
          400,
          'InvalidRequest',
          `cannot create a snapshot of disk "moving" in state ${state}`,
        ])
      }
      await refused('creating')
      await finish()
      await refused('import_ready')
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      await refused('importing_from_bulk_writes')
      await w.tell(`/v1/disks/${id}/bulk-write-stop`)
      let release = w.blocks.hold('clone')
      const finalized = w.tell(`/v1/disks/${id}/finalize`, { snapshot_name: 'moving-1' })
      await eventually(async () => (await w.stateOf(id)) === 'finalizing')
      await refused('finalizing')
      release()
      await finalized
      release = w.blocks.hold('clone')
      const first = w.post('/v1/snapshots?project=web', of('moving', 'moving-2'))
      await eventually(async () => (await w.stateOf(id)) === 'maintenance')
      await refused('maintenance')

      const { id: second } = await w.get('/v1/snapshots/moving-2?project=web')
      expect(await w.refused('DELETE', `/v1/snapshots/${second}`)).toEqual([
        400,
        'InvalidRequest',
        'snapshot cannot be deleted in state Creating',
      ])
      release()
      expect((await first).state).toBe('ready')
      expect(await w.stateOf(id)).toBe('detached')
    })

    test('that take long are returned before they are ready', async () => {
      await w.disk('slow')
      const release = w.blocks.hold('clone')
      const asked = w.post('/v1/snapshots?project=web', of('slow', 'slow'))
      await eventually(() => w.blocks.calls('clone') > 0)
      let answered: unknown
      void asked.then((snapshot) => (answered = snapshot.state))
      await eventually(async () => {
        await w.clock.advance(1_000)
        return answered !== undefined
      })
      expect(answered).toBe('creating')
      release()
      await w.settle()
      expect((await w.get('/v1/snapshots/slow?project=web')).state).toBe('ready')
    })

    test('that cannot be copied are faulted, release their disk and can be deleted', async () => {
      const disk = await w.disk('unlucky')
      w.blocks.fail('clone')
      const { id } = await w.post('/v1/snapshots?project=web', of('unlucky', 'unlucky'))
      await w.settle()
      await w.settle()
      w.blocks.heal()
      expect((await w.get(`/v1/snapshots/${id}`)).state).toBe('faulted')
      expect(await w.stateOf(disk.id)).toBe('detached')
      const refusal = 'snapshot unlucky is faulted: its content cannot be read'
      const from = { disk_source: { type: 'snapshot', snapshot_id: id } }
      expect((await w.refused('POST', '/v1/disks?project=web', diskBody('no', from)))[2]).toBe(refusal)
      const image = { name: 'no', description: '', os: '', version: '', source: { type: 'snapshot', id } }
      expect((await w.refused('POST', '/v1/images?project=web', image))[2]).toBe(refusal)
      await w.del(`/v1/snapshots/${id}`)
      await w.settle()
    })

    test('count against the quota', async () => {
      const disk = await w.disk('counted')
      await w.put('/v1/system/silos/recovery/quotas', { storage: (await w.storage()) + GIB / 2 })
      expect(await w.refused('POST', '/v1/snapshots?project=web', of('counted', 'counted'))).toEqual([
        507,
        'InsufficientCapacity',
        expect.stringMatching(/^Insufficient capacity: Storage Limit Exceeded: /),
      ])
      expect(await w.stateOf(disk.id)).toBe('detached')
      await w.put('/v1/system/silos/recovery/quotas', { storage: 2 ** 50 })
    })

    test('no unexpected errors were logged', () => expect(w.errors).toEqual([]))
  })
})
