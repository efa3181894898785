// The CD drive of an instance: what counts as a CD, booting from it once, machines that run, and images that go, on every database.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DriverError } from '#drivers/driver-error.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { makeCompute, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { isoDescriptor } from '../testing/iso.ts'
import { diskBody } from '../testing/storage.ts'

const refusedWith = (message: string, status = 400) => ({ status, body: { message } })
const empty = { state: 'empty', image_id: null, image_name: null, boots_next: false }

eachDatabase((_name, open) => {
  describe('the CD drive', () => {
    let world: Compute
    let db1: string
    let iso: string
    const can = { ...simulatedCapabilities }

    async function makeImage(name: string, isIso: boolean, project = 'web'): Promise<string> {
      const at = `?project=${project}`
      await world.ok('POST', `/v1/disks${at}`, diskBody(`${name}-disk`))
      const taken = { name: `${name}-taken`, description: '', disk: `${name}-disk` }
      const { id } = await world.ok('POST', `/v1/snapshots${at}`, taken)
      const source = { type: 'snapshot', id }
      const body = { name, description: '', os: 'debian', version: '12', source }
      const image = String((await world.ok('POST', `/v1/images${at}`, body)).id)
      if (isIso) await world.host.volumes.write(image, ...isoDescriptor())
      return image
    }

    beforeEach(async () => {
      vi.restoreAllMocks()
      Object.assign(can, simulatedCapabilities)
      world = await makeCompute(await open(), { can })
      db1 = (await world.make('db1', { boot_disk: { type: 'create', ...diskBody('boot') } })).id
      iso = await makeImage('installer', true)
    })

    const path = () => `/rackwright/instances/${db1}/cd`
    const view = () => world.ok('GET', path())
    const insert = (image: string, more: Record<string, unknown> = {}) =>
      world.admin.raw('POST', `${path()}/insert`, { image, ...more })
    const eject = () => world.admin.raw('POST', `${path()}/eject`)
    const inserted = (more: Record<string, unknown> = {}) => ({
      state: 'inserted',
      image_id: iso,
      image_name: 'installer',
      boots_next: false,
      ...more,
    })
    const start = async () => {
      const ensured = vi.spyOn(world.host.machines, 'ensure')
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
      const { cd } = ensured.mock.calls[0]![0]
      ensured.mockRestore()
      return cd && { id: cd.id, boot: cd.boot }
    }
    const stop = async () => {
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped')
    }

    test('is empty at first, takes an ISO image by name or ID, and gives it back', async () => {
      expect(await view()).toEqual(empty)
      expect(await insert('installer')).toMatchObject({ status: 202, body: inserted() })
      expect((await insert(iso)).body).toEqual(inserted())
      expect(await view()).toEqual(inserted())
      expect(await eject()).toMatchObject({ status: 202, body: empty })
      expect((await eject()).body).toEqual(empty)
    })

    test('the next start boots from it, and the one after from the disk', async () => {
      expect((await insert('installer', { boot_once: true })).body).toEqual(inserted({ boots_next: true }))
      expect(await start()).toEqual({ id: iso, boot: true })
      expect(await view()).toEqual(inserted())
      await stop()
      expect(await start()).toEqual({ id: iso, boot: false })
      await stop()
      await eject()
      expect(await start()).toBeUndefined()
    })

    test('images that are no CD are refused, and so are those of other projects', async () => {
      await makeImage('plain', false)
      const why = 'image "plain" is not a CD: it has no ISO 9660 file system'
      expect(await insert('plain')).toMatchObject(refusedWith(why))
      expect((await insert('nobody')).status).toBe(404)
      await world.ok('POST', '/v1/projects', { name: 'other', description: '' })
      const foreign = await makeImage('foreign', true, 'other')
      expect(await insert(foreign)).toMatchObject(refusedWith('image does not belong to this project'))
      expect(await view()).toEqual(empty)
    })

    test('a machine that runs follows, where the rack can', async () => {
      await start()
      const changed = vi.spyOn(world.host.machines, 'changeCd')
      expect((await insert('installer', { boot_once: true })).body).toEqual(inserted({ boots_next: true }))
      expect(changed.mock.lastCall?.[1]).toMatchObject({ id: iso })
      const other = await makeImage('other', true)
      expect((await insert('other')).body).toMatchObject({ state: 'inserted', image_id: other, boots_next: false })
      expect(changed.mock.lastCall?.[1]).toMatchObject({ id: other })
      expect((await eject()).body).toEqual(empty)
      expect(changed.mock.lastCall?.[1]).toBeUndefined()
      can.hot_plugs_cds = false
      expect(await insert('installer')).toMatchObject(refusedWith('Instance must be stopped to change its CD'))
    })

    test('a sled that does not answer follows later, and one that refuses says why', async () => {
      await start()
      const changed = vi.spyOn(world.host.machines, 'changeCd')
      changed.mockRejectedValueOnce(new DriverError('host', 'nobody answers'))
      expect((await insert('installer')).body).toEqual(inserted({ state: 'inserting' }))
      await until(world, 'it to be inserted', async () => (await view()).state === 'inserted')
      await eject()
      changed.mockRejectedValueOnce(new DriverError('refused', 'there is no drive'))
      expect(await insert('installer')).toMatchObject(refusedWith('cannot change the CD: there is no drive', 409))
      expect(await view()).toEqual(empty)
    })

    test('an image that is deleted is ejected, and an instance that is deleted keeps nothing', async () => {
      await insert('installer')
      await start()
      const changed = vi.spyOn(world.host.machines, 'changeCd')
      await world.ok('DELETE', `/v1/images/${iso}`)
      await until(world, 'it to be ejected', async () => (await view()).state === 'empty')
      expect(changed.mock.lastCall?.[1]).toBeUndefined()
      await stop()
      iso = await makeImage('second', true)
      await insert('second')
      await world.ok('DELETE', `/v1/instances/${db1}`)
      await world.ok('DELETE', `/v1/images/${iso}`)
    })

    test('it changes only in some states', async () => {
      await world.plane.stop()
      for (const run_state of ['creating', 'starting', 'stopping', 'migrating'] as const) {
        await world.host.db.transaction((tx) =>
          tx.updateTable('instance').set({ run_state }).where('id', '=', db1).execute(),
        )
        expect(await insert('installer')).toMatchObject(
          refusedWith(`cannot change the CD of instance in ${run_state} state`),
        )
      }
    })
  })
})
