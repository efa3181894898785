// Attaching and detaching disks in every state of the disk and the instance, on every database.
import { beforeAll, describe, expect, test } from 'vitest'
import type { DiskState as AnyState } from '#contract/disk-states.ts'
import { instanceStates, type InstanceState } from '#contract/instance-states.ts'
import { instanceBody } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { diskBody, GIB, importing, makeStorage, type Storage } from '../testing/storage.ts'
import type { Body } from '../testing/talk.ts'

const NOWHERE = '11111111-2222-4333-8444-555555555555'
const withMachine = ['starting', 'running', 'stopping', 'rebooting', 'migrating', 'repairing']
type DiskState = Exclude<AnyState, 'importing_from_url' | 'attaching' | 'detaching' | 'destroyed'>

const bad = (message: string) => [400, 'InvalidRequest', message]

eachDatabase((_name, open) => {
  describe('disk attachment', () => {
    let w: Storage
    let db1: Body
    let db2: Body
    beforeAll(async () => {
      w = await makeStorage(await open())
      await w.post('/v1/system/ip-pools', { name: 'external', description: '' })
      await w.post('/v1/system/ip-pools/external/ranges/add', { first: '10.200.0.1', last: '10.200.0.254' })
      await w.post('/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
      db1 = await w.post('/v1/instances?project=web', instanceBody('db1'))
      db2 = await w.post('/v1/instances?project=web', instanceBody('db2'))
    })

    const attach = (disk: string, instance = db1) => w.tell202(`/v1/instances/${instance.id}/disks/attach`, { disk })
    const detach = (disk: string, instance = db1) => w.tell202(`/v1/instances/${instance.id}/disks/detach`, { disk })
    const refused = async (action: 'attach' | 'detach', disk: string, instance = db1) =>
      w.refused('POST', `/v1/instances/${instance.id}/disks/${action}`, { disk })

    /** Writes the row directly: the loops do not run, and most of these states are short-lived. */
    const set = (instance: Body, run_state: InstanceState) =>
      w.host.db.transaction((tx) =>
        tx.updateTable('instance').set({ run_state }).where('id', '=', instance.id).execute(),
      )
    const setDisk = (id: string, disk_state: DiskState) =>
      w.host.db.transaction((tx) => tx.updateTable('disk').set({ disk_state }).where('id', '=', id).execute())

    test('attached disks name their instance, are listed there, and can be detached', async () => {
      const { id } = await w.disk('d1')
      expect(await attach('d1')).toMatchObject({ id, name: 'd1', state: { state: 'attached', instance: db1.id } })
      expect(await w.list(`/v1/instances/${db1.id}/disks`)).toMatchObject([{ id }])
      expect(await w.list('/v1/instances/db1/disks?project=web&sort_by=id_ascending')).toMatchObject([{ id }])
      expect(await w.list(`/v1/instances/${db2.id}/disks`)).toEqual([])
      expect((await attach(id)).state).toEqual({ state: 'attached', instance: db1.id })
      expect(await w.refused('DELETE', `/v1/disks/${id}`)).toEqual(bad('disk cannot be deleted in state "attached"'))
      expect(await detach('d1')).toMatchObject({ state: { state: 'detached' } })
      expect((await detach('d1')).state).toEqual({ state: 'detached' })
      expect(await w.list(`/v1/instances/${db1.id}/disks`)).toEqual([])
    })

    test('instances allow attach and detach only in certain states', async () => {
      await w.disk('on')
      await w.disk('off')
      await attach('off')
      for (const state of instanceStates) {
        await set(db1, state)
        const machine = withMachine.includes(state)
        if (state === 'stopped' || state === 'creating') {
          await attach('on')
          await set(db1, 'stopped')
          await detach('on')
          await set(db1, state)
        } else
          expect(await refused('attach', 'on'), state).toEqual(
            bad(
              machine
                ? 'cannot attach disk: instance is not fully stopped'
                : `cannot attach disk to instance in ${state} state`,
            ),
          )
        if (state === 'stopped' || state === 'creating' || state === 'failed') {
          await detach('off')
          await set(db1, 'stopped')
          await attach('off')
        } else
          expect(await refused('detach', 'off'), state).toEqual(
            bad(
              machine
                ? 'cannot detach disk: instance is not fully stopped'
                : `cannot detach disk from instance in ${state} state`,
            ),
          )
        // already attached or detached: nothing to refuse
        await set(db1, state)
        expect((await attach('off')).state).toEqual({ state: 'attached', instance: db1.id })
        expect((await detach('on')).state).toEqual({ state: 'detached' })
      }
      await set(db1, 'stopped')
    })

    test('disks can be attached and detached only in certain states', async () => {
      const { id } = await w.disk('mood')
      const states = ['import_ready', 'importing_from_bulk_writes', 'finalizing', 'maintenance', 'faulted'] as const
      for (const state of states) {
        await setDisk(id, state)
        expect(await refused('attach', 'mood')).toEqual(bad(`cannot attach disk "mood": invalid state ${state}`))
        expect(await refused('detach', 'mood')).toEqual(bad(`cannot detach disk "mood": invalid state ${state}`))
      }
      await setDisk(id, 'detached')
      await attach('mood', db2)
      expect(await refused('attach', 'mood')).toEqual(
        bad('cannot attach disk "mood": disk is attached to another instance'),
      )
      expect(await refused('detach', 'mood')).toEqual(
        bad('cannot detach disk "mood": disk is attached to another instance'),
      )
      await detach('mood', db2)
    })

    test('a disk still being created can be attached, and its contents follow', async () => {
      const { id, finish } = await w.diskInCreation('early')
      expect(await refused('detach', 'early')).toEqual(bad('cannot detach disk "early": invalid state creating'))
      await attach('early')
      expect((await detach('early')).state).toEqual({ state: 'creating' })
      await attach('early')
      await finish()
      expect(await w.stateOf(id)).toBe('attached')
      expect(await w.blocks.list()).toContainEqual({ id, size: GIB })
      await detach('early')
      expect(await w.stateOf(id)).toBe('detached')
      const unfilled = await w.diskInCreation('unfilled', importing)
      const refusal = bad('cannot attach disk "unfilled": invalid state import_ready')
      expect(await refused('attach', 'unfilled')).toEqual(refusal)
      await unfilled.finish()
    })

    test('an attached disk can be snapshotted, and images from it have no digest', async () => {
      const { id } = await w.disk('written', importing)
      const base64_encoded_data = Buffer.alloc(512, 1).toString('base64')
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      await w.tell(`/v1/disks/${id}/bulk-write`, { offset: 0, base64_encoded_data })
      await w.tell(`/v1/disks/${id}/bulk-write-stop`)
      await w.tell(`/v1/disks/${id}/finalize`, {})
      await attach('written')
      const snapshot = await w.post('/v1/snapshots?project=web', { name: 'written', description: '', disk: id })
      expect(snapshot.state).toBe('ready')
      expect(await w.stateOf(id)).toBe('attached')
      const source = { type: 'snapshot', id: snapshot.id }
      const image = await w.post('/v1/images', { name: 'written', description: '', os: '', version: '', source })
      await w.settle()
      expect((await w.get(`/v1/images/${image.id}`)).digest).toBe(null)
      await detach('written')
    })

    test('imports into an attached disk are refused', async () => {
      const { id } = await w.disk('used')
      await attach('used')
      for (const [step, body, message] of [
        ['bulk-write-start', undefined, 'cannot set disk in state Attached to ImportingFromBulkWrites'],
        ['bulk-write-stop', undefined, 'cannot set disk in state Attached to ImportReady'],
        [
          'bulk-write',
          { offset: 0, base64_encoded_data: '' },
          'cannot import blocks with a bulk write for disk in state Attached',
        ],
        ['finalize', {}, 'cannot finalize disk in state Attached'],
      ] as const)
        expect(await w.refused('POST', `/v1/disks/${id}/${step}`, body)).toEqual(bad(message))
      await detach('used')
    })

    test('the boot disk cannot be detached', async () => {
      const { id } = await w.disk('boot')
      await attach('boot')
      await w.put(`/v1/instances/${db1.id}`, { ncpus: 1, memory: GIB, boot_disk: 'boot' })
      expect(await refused('detach', id)).toEqual([409, 'Conflict', 'boot disk cannot be detached'])
      await w.put(`/v1/instances/${db1.id}`, { ncpus: 1, memory: GIB, boot_disk: null })
      await detach(id)
    })

    test('at most eight disks, even with concurrent requests', async () => {
      const full = await w.post('/v1/instances?project=web', instanceBody('full'))
      const names = Array.from({ length: 10 }, (_, n) => `many-${n}`)
      for (const name of names) await w.post('/v1/disks?project=web', diskBody(name))
      const replies = await Promise.all(
        names.map((disk) => w.admin.raw('POST', `/v1/instances/${full.id}/disks/attach`, { disk })),
      )
      expect(replies.filter((reply) => reply.status === 202)).toHaveLength(8)
      for (const reply of replies.filter((each) => each.status !== 202))
        expect(reply.body.message).toBe('cannot attach more than 8 disks to instance')
      expect(await w.list(`/v1/instances/${full.id}/disks`)).toHaveLength(8)
      await w.del(`/v1/instances/${full.id}`)
      await w.settle()
      for (const name of names)
        expect((await w.get(`/v1/disks/${name}?project=web`)).state).toEqual({ state: 'detached' })
    })

    test('of two concurrent attaches of the same disk, one succeeds', async () => {
      await w.disk('wanted')
      const replies = await Promise.all(
        [db1, db2].map(({ id }) => w.admin.raw('POST', `/v1/instances/${id}/disks/attach`, { disk: 'wanted' })),
      )
      expect(replies.map((reply) => reply.status).sort()).toEqual([202, 400])
    })

    test('disk and instance must be in the same project', async () => {
      await w.post('/v1/projects', { name: 'other', description: '' })
      const { id } = await w.post('/v1/disks?project=other', diskBody('foreign'))
      for (const action of ['attach', 'detach'] as const) {
        expect(await refused(action, id)).toEqual(bad('disk must be in the same project as the instance'))
        expect(await refused(action, 'foreign')).toEqual([404, 'ObjectNotFound', 'not found: disk with name "foreign"'])
        expect(await refused(action, NOWHERE)).toEqual([404, 'ObjectNotFound', `not found: disk with id "${NOWHERE}"`])
      }
    })

    test('a disk that cannot be created is faulted, stays attached and can be deleted', async () => {
      w.blocks.fail('create')
      const { id } = await w.post('/v1/disks?project=web', diskBody('unlucky'))
      await attach('unlucky')
      await w.put(`/v1/instances/${db1.id}`, { ncpus: 1, memory: GIB, boot_disk: 'unlucky' })
      for (let attempt = 0; attempt < 3; attempt++) await w.settle()
      w.blocks.heal()
      expect(await w.stateOf(id)).toBe('faulted')
      expect((await w.get(`/v1/instances/${db1.id}`)).boot_disk_id).toBe(null)
      const body = { ncpus: 1, memory: GIB, boot_disk: 'unlucky' }
      expect(await w.refused('PUT', `/v1/instances/${db1.id}`, body)).toEqual([
        409,
        'Conflict',
        'boot disk must be attached',
      ])
      expect(await refused('detach', 'unlucky')).toEqual(bad('cannot detach disk "unlucky": invalid state faulted'))
      const listed = async () => (await w.get(`/v1/instances/${db1.id}/disks`)).items as { name: string }[]
      expect((await listed()).map(({ name }) => name)).toContain('unlucky')
      await w.del(`/v1/disks/${id}`)
      expect((await listed()).map(({ name }) => name)).not.toContain('unlucky')
    })

    test('no unexpected errors were logged', () => expect(w.errors).toEqual([]))
  })
})
