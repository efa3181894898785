// A world in which what is deleted is kept for a day, and shorthands for restoring it.
import { expect } from 'vitest'
import type { Wire } from '#contract/api.ts'
import type { Database } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { deletedLoop } from '../reconcile/deleted.ts'
import { GIB, makeCompute, until, withCompute, type Compute } from './compute.ts'
import type { Person, Reply } from './world.ts'

export const DAY_SECONDS = 86_400
type Kept = Wire<'Deleted'>

export interface DeletedWorld extends Compute {
  /** What can be restored, the last deleted first. */
  kept(where?: string, as?: Person): Promise<Kept[]>
  /** The kept thing that had this name, which was deleted last. */
  keptOne(name: string, where?: string): Promise<Kept>
  restore(name: string, body?: object, where?: string): Promise<Wire<'DeletedRestored'>>
  tryRestore(id: string, body?: object, as?: Person): Promise<Reply>
  retention(seconds: number, silo?: string): Promise<void>
  /** A disk of 1 GiB in project web, ready. */
  disk(name: string, more?: object, project?: string): Promise<Wire<'Disk'>>
  /** Runs the loop that removes what can no longer be restored, or more than so many. */
  removeFinal(most?: number): Promise<unknown>
  volumes(): Promise<string[]>
}

export async function makeDeleted(db: Database, options: Partial<Host> = {}): Promise<DeletedWorld> {
  const world = withDeleted(await makeCompute(db, options))
  await world.retention(DAY_SECONDS)
  return world
}

/** The same helpers around another control plane on the same database. */
export function withDeleted(base: Parameters<typeof withCompute>[0]): DeletedWorld {
  const world = withCompute(base)
  const IN_WEB = 'project=web'
  const kept = async (where = IN_WEB, as = world.admin) =>
    (await world.ok('GET', `/rackwright/deleted?${where}`, undefined, as)).items as Kept[]
  const keptOne = async (name: string, where = IN_WEB) => {
    const found = (await kept(where)).find((each) => each.name === name)
    expect(found, `${name} is kept`).toBeDefined()
    return found!
  }
  return {
    ...world,
    kept,
    keptOne,
    tryRestore: (id, body, as = world.admin) => as.raw('POST', `/rackwright/deleted/${id}/restore`, body),
    async restore(name, body, where) {
      const { id } = await keptOne(name, where)
      return (await world.ok('POST', `/rackwright/deleted/${id}/restore`, body)) as unknown as Wire<'DeletedRestored'>
    },
    retention: async (retention_seconds, silo = 'recovery') =>
      void (await world.ok('PUT', `/rackwright/silos/${silo}/deleted-settings`, { retention_seconds })),
    async disk(name, more = {}, project = 'web') {
      const disk_source = { type: 'blank', block_size: 512 }
      const body = { name, description: '', size: GIB, disk_source, ...more }
      const { id } = await world.ok('POST', `/v1/disks?project=${project}`, body)
      return until(world, `disk ${name}`, async () => {
        const disk = (await world.ok('GET', `/v1/disks/${String(id)}`)) as unknown as Wire<'Disk'>
        return disk.state.state === 'detached' && disk
      })
    },
    removeFinal: (most) => deletedLoop(world.host, () => undefined, most).step(),
    volumes: async () => (await world.host.volumes.list()).map(({ id }) => id),
  }
}
