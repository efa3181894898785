// Disks through the API, on every database: sizes, sources, names, quota, and what can be deleted when.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { diskBody, eventually, GIB, importing, makeStorage, type Storage } from '../testing/storage.ts'

const NOWHERE = '11111111-2222-4333-8444-555555555555'

const undeletable = (state: string) => [400, 'InvalidRequest', `disk cannot be deleted in state "${state}"`]
const holds = (what: string) => [400, 'InvalidRequest', `project to be deleted contains a ${what}`]

eachDatabaseAndWasm((_name, open) => {
  describe('disks', () => {
    let w: Storage
    beforeAll(async () => {
      w = await makeStorage(await open())
      await w.post('/v1/projects', { name: 'other', description: '' })
    })

    test('start as creating and become detached, with contents', async () => {
      const made = await w.post('/v1/disks?project=web', diskBody('first', { description: 'the first', size: 2 * GIB }))
      expect(made).toEqual({
        id: made.id,
        name: 'first',
        description: 'the first',
        size: 2 * GIB,
        block_size: 512,
        device_path: '/mnt/first',
        project_id: (await w.get('/v1/projects/web')).id,
        image_id: null,
        snapshot_id: null,
        state: { state: 'creating' },
        time_created: '2025-03-03T09:00:00.000Z',
        time_modified: '2025-03-03T09:00:00.000Z',
      })
      await w.settle()
      expect(await w.get('/v1/disks/first?project=web')).toEqual({ ...made, state: { state: 'detached' } })
      expect(await w.blocks.list()).toContainEqual({ id: made.id, size: 2 * GIB })
    })

    test('for an import become import_ready', async () => {
      expect(await w.disk('import', importing)).toMatchObject({ state: { state: 'import_ready' } })
    })

    test('are listed by project, in each order', async () => {
      const names = ['c', 'a', 'b']
      for (const name of names) await w.post('/v1/disks?project=other', diskBody(name))
      const listed = async (sort: string) =>
        (await w.list(`/v1/disks?project=other&sort_by=${sort}`)).map((disk) => disk.name)
      expect(await listed('name_ascending')).toEqual(['a', 'b', 'c'])
      expect(await listed('name_descending')).toEqual(['c', 'b', 'a'])
      expect((await listed('id_ascending')).sort()).toEqual(['a', 'b', 'c'])
      expect(await w.refused('GET', '/v1/disks')).toEqual([
        400,
        undefined,
        'unable to parse query string: missing field `project`',
      ])
    })

    test.each([
      [GIB / 2, 512, 'size', 'total size must be at least 1 GiB'],
      [0, 512, 'size', 'total size must be at least 1 GiB'],
      [1.5 * GIB, 4096, 'size', 'total size must be a multiple of 1 GiB'],
      [1024 * GIB, 512, 'size', 'total size must be less than 1023 GiB'],
      [GIB + 512, 2048, 'size and block_size', 'total size must be a multiple of block size 2048'],
    ])('of %i bytes in blocks of %i are refused', async (size, block_size, label, text) => {
      const body = diskBody('sized', { size, disk_source: { type: 'blank', block_size } })
      const refusal = [400, 'InvalidValue', `unsupported value for "${label}": ${text}`]
      expect(await w.refused('POST', '/v1/disks?project=web', body)).toEqual(refusal)
    })

    test('can have the smallest and largest size, and each block size', async () => {
      for (const [size, block_size] of [
        [1, 512],
        [1023, 2048],
        [3, 4096],
      ] as const) {
        const name = `size-${size}`
        const body = diskBody(name, { size: size * GIB, disk_source: { type: 'blank', block_size } })
        expect(await w.post('/v1/disks?project=web', body)).toMatchObject({ size: size * GIB, block_size })
      }
      const odd = diskBody('odd', { disk_source: { type: 'blank', block_size: 1024 } })
      const [status, code, message] = await w.refused('POST', '/v1/disks?project=web', odd)
      expect([status, code]).toEqual([400, undefined])
      expect(message).toMatch(/^unable to parse JSON body: disk_source\.block_size: invalid block size/)
    })

    test('have unique names within a project', async () => {
      await w.disk('taken')
      expect(await w.refused('POST', '/v1/disks?project=web', diskBody('taken'))).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: disk "taken"',
      ])
      await w.post('/v1/disks?project=other', diskBody('taken'))
    })

    test('follow the selector rules', async () => {
      const { id } = await w.disk('selected')
      expect((await w.get(`/v1/disks/${id}`)).name).toBe('selected')
      expect(await w.refused('GET', `/v1/disks/${id}?project=web`)).toEqual([
        400,
        'InvalidRequest',
        'when providing disk as an ID project should not be specified',
      ])
      expect(await w.refused('GET', '/v1/disks/selected')).toEqual([
        400,
        'InvalidRequest',
        'disk should either be UUID or project should be specified',
      ])
      expect(await w.refused('GET', '/v1/disks/nothing?project=web')).toEqual([
        404,
        'ObjectNotFound',
        'not found: disk with name "nothing"',
      ])
      expect(await w.refused('GET', `/v1/disks/${NOWHERE}`)).toEqual([
        404,
        'ObjectNotFound',
        `not found: disk with id "${NOWHERE}"`,
      ])
      expect(await w.refused('GET', '/v1/disks/selected?project=nothing')).toEqual([
        404,
        'ObjectNotFound',
        'not found: project with name "nothing"',
      ])
    })

    test('from a snapshot or an image inherit the block size, and are at least as large', async () => {
      const disk_source = { type: 'blank', block_size: 4096 }
      await w.disk('origin', { size: 2 * GIB, disk_source })
      const snapshot = await w.post('/v1/snapshots?project=web', { name: 'origin', description: '', disk: 'origin' })
      const image = await w.post('/v1/images?project=web', {
        name: 'origin',
        description: '',
        os: 'debian',
        version: '12',
        source: { type: 'snapshot', id: snapshot.id },
      })
      const ofSnapshot = { disk_source: { type: 'snapshot', snapshot_id: snapshot.id } }
      const ofImage = { disk_source: { type: 'image', image_id: image.id } }
      expect(await w.disk('copy-1', { size: 3 * GIB, ...ofSnapshot })).toMatchObject({
        block_size: 4096,
        snapshot_id: snapshot.id,
        image_id: null,
        state: { state: 'detached' },
      })
      expect(await w.disk('copy-2', { size: 2 * GIB, ...ofImage })).toMatchObject({
        block_size: 4096,
        snapshot_id: null,
        image_id: image.id,
        state: { state: 'detached' },
      })
      for (const [kind, from] of [
        ['snapshot', ofSnapshot],
        ['image', ofImage],
      ] as const) {
        expect(await w.refused('POST', '/v1/disks?project=web', diskBody('small', from))).toEqual([
          400,
          'InvalidRequest',
          `disk size ${GIB} must be greater than or equal to ${kind} size ${2 * GIB}`,
        ])
        expect(
          await w.refused('POST', '/v1/disks?project=other', diskBody('strange', { size: 2 * GIB, ...from })),
        ).toEqual([400, 'InvalidRequest', `${kind} does not belong to this project`])
        expect(
          await w.refused(
            'POST',
            '/v1/disks?project=web',
            diskBody('none', { disk_source: { type: kind, [`${kind}_id`]: NOWHERE } }),
          ),
        ).toEqual([404, 'ObjectNotFound', `not found: ${kind} with id "${NOWHERE}"`])
      }
      await w.tell202(`/v1/images/${image.id}/promote`)
      await w.post('/v1/disks?project=other', diskBody('of-silo-image', { size: 2 * GIB, ...ofImage }))
    })

    test('can be deleted when detached, which frees name, storage and quota at once', async () => {
      const before = await w.storage()
      const { id } = await w.disk('short-lived')
      expect(await w.storage()).toBe(before + GIB)
      await w.del('/v1/disks/short-lived?project=web')
      expect(await w.storage()).toBe(before)
      expect((await w.refused('GET', `/v1/disks/${id}`))[0]).toBe(404)
      await w.settle()
      expect((await w.blocks.list()).map((volume) => volume.id)).not.toContain(id)
      await w.disk('short-lived')
    })

    test('cannot be deleted in any other state except faulted', async () => {
      const { id, finish } = await w.diskInCreation('held', importing)
      const refused = () => w.refused('DELETE', `/v1/disks/${id}`)
      expect(await refused()).toEqual(undeletable('creating'))
      await finish()
      expect(await refused()).toEqual(undeletable('import_ready'))
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      expect(await refused()).toEqual(undeletable('importing_from_bulk_writes'))
      await w.tell(`/v1/disks/${id}/bulk-write-stop`)

      const release = w.blocks.hold('clone')
      const finalized = w.tell(`/v1/disks/${id}/finalize`, { snapshot_name: 'held-1' })
      await eventually(async () => (await w.stateOf(id)) === 'finalizing')
      expect(await refused()).toEqual(undeletable('finalizing'))
      release()
      await finalized
      expect(await w.stateOf(id)).toBe('detached')

      const releaseSnapshot = w.blocks.hold('clone')
      const snapshot = w.post('/v1/snapshots?project=web', { name: 'held-2', description: '', disk: id })
      await eventually(async () => (await w.stateOf(id)) === 'maintenance')
      expect(await refused()).toEqual(undeletable('maintenance'))
      releaseSnapshot()
      expect((await snapshot).state).toBe('ready')
      await w.del(`/v1/disks/${id}`)
    })

    test('that cannot be created become faulted and can be deleted', async () => {
      w.blocks.fail('create')
      const { id } = await w.post('/v1/disks?project=web', diskBody('unlucky'))
      for (let attempt = 1; attempt < 3; attempt++) {
        expect(await w.stateOf(id)).toBe('creating')
        await w.settle()
      }
      expect(await w.stateOf(id)).toBe('faulted')
      w.blocks.heal()
      const snapshot = { name: 'of-faulted', description: '', disk: id }
      expect(await w.refused('POST', '/v1/snapshots?project=web', snapshot)).toEqual([
        400,
        'InvalidRequest',
        'cannot create a snapshot of disk "unlucky" in state faulted',
      ])
      await w.del(`/v1/disks/${id}`)
      await w.settle()
    })

    test('count against the quota, exactly', async () => {
      const used = await w.storage()
      const quota = (storage: number) => w.put('/v1/system/silos/recovery/quotas', { storage })
      await quota(used + 2 * GIB)
      await w.disk('fits', { size: 2 * GIB })
      expect(await w.refused('POST', '/v1/disks?project=web', diskBody('too-much'))).toEqual([
        507,
        'InsufficientCapacity',
        expect.stringMatching(/^Insufficient capacity: Storage Limit Exceeded: /),
      ])
      expect((await w.refused('GET', '/v1/disks/too-much?project=web'))[0]).toBe(404)
      await w.del('/v1/disks/fits?project=web')
      const together = await Promise.all(
        Array.from({ length: 6 }, (_, n) => w.admin.raw('POST', '/v1/disks?project=web', diskBody(`race-${n}`))),
      )
      expect(together.map((reply) => reply.status).sort()).toEqual([201, 201, 507, 507, 507, 507])
      expect(await w.storage()).toBe(used + 2 * GIB)
      await quota(2 ** 50)
    })

    test('keep their project from being deleted', async () => {
      await w.post('/v1/projects', { name: 'full', description: '' })
      const refused = () => w.refused('DELETE', '/v1/projects/full')
      await w.post('/v1/disks?project=full', diskBody('d'))
      await w.settle()
      const snapshot = await w.post('/v1/snapshots?project=full', { name: 's', description: '', disk: 'd' })
      const source = { type: 'snapshot', id: snapshot.id }
      await w.post('/v1/images?project=full', { name: 'i', description: '', os: '', version: '', source })
      expect(await refused()).toEqual(holds('disk: d'))
      await w.del('/v1/disks/d?project=full')
      expect(await refused()).toEqual(holds('project image: i'))
      await w.del('/v1/images/i?project=full')
      expect(await refused()).toEqual(holds('snapshot: s'))
      await w.del('/v1/snapshots/s?project=full')
      expect(await refused()).toEqual(holds('vpc: default'))
    })

    test('no unexpected errors were logged', () => expect(w.errors).toEqual([]))
  })
})
