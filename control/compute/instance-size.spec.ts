// Resizing instances in one step: stopped and running ones, quota and room and what happens meanwhile, on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { instanceStates } from '#contract/instance-states.ts'
import { breath, GIB, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

eachDatabase((_name, open) => {
  describe('resizing an instance', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
    })

    const resize = (id: string, ncpus: number, gib: number) =>
      world.admin.raw('POST', `/rackwright/instances/${id}/resize`, { ncpus, memory: gib * GIB })
    const running = async (name: string, more: Record<string, unknown> = {}) => {
      const { id } = await world.make(name, { start: true, ...more })
      return (await world.reach(id, 'running')).id
    }
    const machine = async (id: string) => world.ok('GET', `/rackwright/instances/${id}/machine`)
    const told = async (id: string) =>
      ((await world.ok('GET', `/rackwright/activity?instance=${id}`)).items as Record<string, string | null>[]).flatMap(
        ({ operation, outcome, reason }) => [[operation ?? outcome, reason]],
      )
    const quota = (cpus: number) => world.ok('PUT', '/v1/system/silos/recovery/quotas', { cpus })

    test('stops one that runs, changes it and starts it again', async () => {
      const id = await running('db1')
      const reply = await resize(id, 4, 8)
      expect(reply.status).toBe(202)
      // it has its old size until it has stopped
      expect(reply.body).toMatchObject({ run_state: 'stopping', ncpus: 1, memory: GIB })
      expect((await machine(id)).resize).toEqual({ ncpus: 4, memory: 8 * GIB, start: true })
      expect(await world.reach(id, 'running')).toMatchObject({ ncpus: 4, memory: 8 * GIB })
      expect((await machine(id)).resize).toBeNull()
      expect(await world.usage()).toMatchObject({ cpus: 4, memory: 8 * GIB })
      expect((await told(id)).slice(0, 2)).toEqual([
        ['resized', null],
        ['instance_resize', null],
      ])
      expect(world.errors).toEqual([])
    })

    test('only changes one that is stopped or failed', async () => {
      const { id } = await world.make('still')
      expect((await resize(id, 2, 4)).body).toMatchObject({ run_state: 'stopped', ncpus: 2, memory: 4 * GIB })
      const broken = await world.make('refuses-to-start', { start: true, auto_restart_policy: 'never' })
      await world.reach(broken.id, 'failed')
      expect((await resize(broken.id, 2, 4)).body).toMatchObject({ run_state: 'failed', ncpus: 2, memory: 4 * GIB })
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
    })

    test('leaves one alone that has the size already', async () => {
      const id = await running('same')
      expect((await resize(id, 1, 1)).body.run_state).toBe('running')
    })

    test('is refused in every other state, and for sizes that no instance can have', async () => {
      const { id } = await world.make('state')
      for (const run_state of instanceStates.filter((state) => !['running', 'stopped', 'failed'].includes(state))) {
        await world.host.db.transaction((tx) =>
          tx.updateTable('instance').set({ run_state }).where('id', '=', id).execute(),
        )
        const { status, body } = await resize(id, 2, 2)
        expect([status, body.message]).toEqual([
          409,
          `instance is in state ${run_state} but it must be running, stopped or failed to be resized`,
        ])
      }
      expect((await resize(id, 0, 1)).status).toBe(400)
      expect((await resize(id, 1, 0.5)).status).toBe(400)
    })

    test('stops nothing if no sled has room or the quota is too small', async () => {
      const id = await running('stays')
      await running('large', { ncpus: 60 })
      const { status, body } = await resize(id, 5, 1)
      expect([status, body.message]).toEqual([
        507,
        'Insufficient capacity: Failed to place instance: 5 vCPUs and 1 GiB of memory do not fit on the only sled: 1 has too few free threads',
      ])
      await quota(63)
      const dear = await resize(id, 4, 1)
      expect([dear.status, dear.body.message]).toEqual([507, expect.stringContaining('vCPU Limit Exceeded')])
      expect(await world.view(id)).toMatchObject({ run_state: 'running', ncpus: 1 })
      expect(await world.usage()).toMatchObject({ cpus: 61, memory: 2 * GIB })
      // what it holds itself is free for its new size
      await quota(64)
      expect((await resize(id, 4, 1)).status).toBe(202)
      expect(await world.reach(id, 'running')).toMatchObject({ ncpus: 4 })
    })

    test('keeps the size and starts again if the room was taken meanwhile', async () => {
      const id = await running('unlucky', { ncpus: 2 })
      expect((await resize(id, 8, 1)).status).toBe(202)
      await quota(4)
      expect(await world.reach(id, 'running')).toMatchObject({ ncpus: 2 })
      const [[outcome, reason] = []] = await told(id)
      expect([outcome, reason]).toEqual(['not_resized', expect.stringContaining('vCPU Limit Exceeded')])
      expect(await world.usage()).toMatchObject({ cpus: 2, memory: GIB })
    })

    test('leaves it stopped with the reason if not even the old size fits any more', async () => {
      const id = await running('evicted', { ncpus: 2 })
      await resize(id, 8, 1)
      await quota(1)
      expect(await world.reach(id, 'stopped')).toMatchObject({ ncpus: 2 })
      expect(await world.failure(id)).toContain('vCPU Limit Exceeded')
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
    })

    test('cannot be asked for twice, and a stop meanwhile has the last word', async () => {
      const id = await running('changed-mind')
      await resize(id, 2, 2)
      const again = await resize(id, 4, 4)
      expect([again.status, again.body.message]).toEqual([409, 'instance is already being resized'])
      await world.act(id, 'stop')
      expect((await machine(id)).resize).toEqual({ ncpus: 2, memory: 2 * GIB, start: false })
      expect(await world.reach(id, 'stopped')).toMatchObject({ ncpus: 2, memory: 2 * GIB })
      for (let turn = 0; turn < 20; turn++) {
        await world.clock.advance(1_000)
        await breath()
      }
      expect((await world.view(id)).run_state).toBe('stopped')
    })
  })
})
