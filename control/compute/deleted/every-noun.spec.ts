// Every noun that is kept after its deletion: with its name taken meanwhile, after a restart, by another replica, and after its time.
import { expect, test } from 'vitest'
import { GIB } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { DAY_SECONDS, makeDeleted, withDeleted, type DeletedWorld } from '../../testing/deleted.ts'
import { makeWorld } from '../../testing/world.ts'

const PROJECT = 'project=web'
const SILO = 'silo=recovery'

interface Case {
  /** Creates it, and returns its ID. */
  make(w: DeletedWorld, name: string): Promise<unknown>
  path: string
  /** Where it is listed. */
  where?: string
  /** What has to go before it. */
  empty?(w: DeletedWorld, name: string): Promise<void>
}

const source = { type: 'blank', block_size: 512 }
const made = async (w: DeletedWorld, path: string, body: object) => (await w.ok('POST', path, body)).id
const CASES: Record<string, Case> = {
  instance: {
    path: '/v1/instances',
    make: (w, name) =>
      made(w, `/v1/instances?${PROJECT}`, {
        name,
        description: '',
        hostname: name,
        ncpus: 1,
        memory: GIB,
        start: false,
      }),
  },
  disk: { path: '/v1/disks', make: async (w, name) => (await w.disk(name)).id },
  snapshot: {
    path: '/v1/snapshots',
    make: (w, name) => made(w, `/v1/snapshots?${PROJECT}`, { name, description: '', disk: 'source' }),
  },
  image: {
    path: '/v1/images',
    async make(w, name) {
      const { id } = await w.ok('GET', `/v1/snapshots/content?${PROJECT}`)
      const body = { name, description: '', os: 'o', version: '1', source: { type: 'snapshot', id } }
      return made(w, `/v1/images?${PROJECT}`, body)
    },
  },
  vpc: {
    path: '/v1/vpcs',
    make: (w, name) => made(w, `/v1/vpcs?${PROJECT}`, { name, description: '', dns_name: name }),
    empty: async (w, name) => void (await w.ok('DELETE', `/v1/vpc-subnets/default?${PROJECT}&vpc=${name}`)),
  },
  project: {
    path: '/v1/projects',
    where: SILO,
    make: (w, name) => made(w, '/v1/projects', { name, description: '' }),
    async empty(w, name) {
      await w.ok('DELETE', `/v1/vpc-subnets/default?project=${name}&vpc=default`)
      await w.ok('DELETE', `/v1/vpcs/default?project=${name}`)
    },
  },
}

eachDatabase((_name, open) => {
  test('every noun: name taken, another replica after a restart, and too late', { timeout: 120_000 }, async () => {
    const w = await makeDeleted(await open())
    await w.disk('source', { disk_source: source })
    await w.ok('POST', `/v1/snapshots?${PROJECT}`, { name: 'content', description: '', disk: 'source' })
    const remove = async ({ path, empty, where }: Case, name: string) => {
      await empty?.(w, name)
      await w.ok('DELETE', `${path}/${name}${where === SILO ? '' : `?${PROJECT}`}`)
    }
    const ids = new Map<string, unknown>()
    for (const [noun, each] of Object.entries(CASES)) {
      const name = `a-${noun}`
      ids.set(noun, await each.make(w, name))
      await remove(each, name)
      expect(await w.keptOne(name, each.where), noun).toMatchObject({ noun, resource_id: ids.get(noun) })
      // the name is free at once, and taken by the next one
      await each.make(w, name)
      const { id } = await w.keptOne(name, each.where)
      expect(await w.tryRestore(id), noun).toMatchObject({ status: 400, body: { error_code: 'ObjectAlreadyExists' } })
    }

    // the server that deleted them is gone
    await w.plane.stop()
    const other = withDeleted(await makeWorld(w.host.db, { volumes: w.host.volumes, clock: w.clock }))
    for (const [noun, each] of Object.entries(CASES)) {
      const [name, id] = [`a-${noun}`, ids.get(noun)]
      const answer = await other.restore(name, { name: `${name}-2` }, each.where)
      // the instance that took the name got the address too
      const left_out = noun === 'instance' ? [expect.objectContaining({ reason: 'address_taken' })] : []
      expect(answer, noun).toMatchObject({ noun, resource_id: id, name: `${name}-2`, left_out })
      expect(await other.ok('GET', `${each.path}/${String(id)}`), noun).toMatchObject({ id, name: `${name}-2` })
    }

    // those that took their names are deleted too, and wait for too long
    const late: string[] = []
    for (const [noun, each] of Object.entries(CASES)) {
      const name = `a-${noun}`
      await each.empty?.(other, name)
      await other.ok('DELETE', `${each.path}/${name}${each.where === SILO ? '' : `?${PROJECT}`}`)
      late.push((await other.keptOne(name, each.where)).id)
    }
    await other.clock.advance(DAY_SECONDS * 1000)
    const again = withDeleted({ ...other, admin: await other.login('recovery', 'admin') })
    for (const id of late) expect((await again.tryRestore(id)).status).toBe(404)
    while (await again.removeFinal());
    for (const { where } of Object.values(CASES)) expect(await again.kept(where)).toEqual([])
    expect(other.errors).toEqual([])
  })
})
