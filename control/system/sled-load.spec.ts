// How loaded sleds are, through the API, on every database; and the caller's own fleet role.
import { beforeAll, describe, expect, test } from 'vitest'
import { GIB, makeCompute, SLED_ID, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

eachDatabase((_name, open) => {
  describe('sled loads', () => {
    let world: Compute
    beforeAll(async () => {
      world = await makeCompute(await open())
    })

    const loads = async () =>
      (await world.ok('GET', '/rackwright/sled-loads')).items as {
        unreachable: { since: string } | null
        time_closed: string | null
      }[]

    const closed = async () => (await loads()).map(({ time_closed }) => time_closed !== null)
    const unreachable = async () => (await loads()).map((load) => load.unreachable)

    test('count the instances placed on a sled, in total and per project', async () => {
      const [sled] = (await world.ok('GET', '/v1/system/hardware/sleds')).items as unknown as { id: string }[]
      const simulated = { host: null, space: null, architectures: null }
      const idle = {
        id: sled!.id,
        instances: 0,
        cpus: 0,
        usable_cpus: 64,
        memory: 0,
        projects: [],
        unreachable: null,
        time_closed: null,
        ...simulated,
      }
      expect(await loads()).toEqual([idle])
      await world.make('stopped')
      const { id } = await world.make('one', { start: true, ncpus: 3, memory: 2 * GIB })
      await world.make('two', { start: true })
      await world.reach(id, 'running')
      const totals = { instances: 2, cpus: 4, memory: 3 * GIB }
      const projects = [{ silo_name: 'recovery', project_name: 'web', ...totals }]
      expect(await loads()).toEqual([
        { id: sled!.id, usable_cpus: 64, ...totals, projects, unreachable: null, time_closed: null, ...simulated },
      ])
    })

    test('tell which sled is closed to new instances, as the issues do', async () => {
      const issues = async () =>
        ((await world.ok('GET', '/rackwright/issues')).items as { kind: string }[]).filter(
          ({ kind }) => kind === 'sled_out_of_service',
        ).length
      const set = (state: string) => world.ok('PUT', `/v1/system/hardware/sleds/${SLED_ID}/provision-policy`, { state })
      // as inventory does for a sled that runs no machines
      const never = { provision_policy: 'non_provisionable' } as const
      await world.host.db.transaction((tx) => tx.updateTable('sled').set(never).execute())
      expect([await closed(), await issues()]).toEqual([[false], 0])
      await set('non_provisionable')
      expect([await closed(), await issues()]).toEqual([[true], 1])
      await set('provisionable')
      expect([await closed(), await issues()]).toEqual([[false], 0])
    })

    test('tell which sled does not answer, since when and why; it is an issue until it answers', async () => {
      const issues = async () =>
        ((await world.ok('GET', '/rackwright/issues')).items as { kind: string; severity: string }[])
          .filter(({ kind }) => kind === 'sled_unreachable')
          .map(({ severity }) => severity)
      world.hosts.set(SLED_ID, 'unreachable')
      await until(world, 'the sled to be unreachable', async () => (await unreachable())[0] !== null)
      expect(await unreachable()).toEqual([{ since: expect.any(String), problem: 'The host cannot be reached.' }])
      expect(await issues()).toEqual(['error'])
      const [first] = await unreachable()
      // a new reason is not a new outage
      world.hosts.set(SLED_ID, 'hung')
      await until(world, 'another reason', async () => JSON.stringify(await unreachable()) !== JSON.stringify([first]))
      expect(await unreachable()).toMatchObject([{ since: first!.since }])
      world.hosts.set(SLED_ID, 'up')
      await until(world, 'the sled to answer', async () => (await unreachable())[0] === null)
      expect(await issues()).toEqual([])
    })
  })
})
