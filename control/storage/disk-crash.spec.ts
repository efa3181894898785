// Kills the control plane at every step of each disk request. The next one completes it, or leaves the disk unchanged if the
// request was never acknowledged. Nothing stays in transition forever, and no data is lost.
import { describe, expect, test } from 'vitest'
import { GIB, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeLives } from '../testing/crashing-control-plane.ts'

interface Scenario {
  before: Before
  ask(world: Compute, id: string): Promise<unknown>
  /** The final state if the request was acknowledged; otherwise the initial state is fine too. */
  after: string
}

const MAX_STEPS = 30
const DATA = '/v1/disks/data?project=web'
const SNAPSHOT = '/v1/snapshots/taken?project=web'
const disks = (id: string, verb: 'attach' | 'detach') => `/v1/instances/${id}/disks/${verb}`
const hotplug = (id: string, verb: 'attach' | 'detach') => `/rackwright/instances/${id}/disks/${verb}`

/** A world's state: instance, disk, snapshot. */
const BEFORE = {
  apart: 'stopped, detached',
  together: 'stopped, attached',
  running: 'running, attached',
  runningApart: 'running, detached',
  importing: 'stopped, import_ready',
} as const
type Before = keyof typeof BEFORE

const scenarios: Record<string, Scenario> = {
  attach: {
    before: 'apart',
    ask: (world, id) => world.ok('POST', disks(id, 'attach'), { disk: 'data' }),
    after: BEFORE.together,
  },
  detach: {
    before: 'together',
    ask: (world, id) => world.ok('POST', disks(id, 'detach'), { disk: 'data' }),
    after: BEFORE.apart,
  },
  'an attach while the instance runs': {
    before: 'runningApart',
    ask: (world, id) => world.ok('POST', hotplug(id, 'attach'), { disk: 'data' }),
    after: BEFORE.running,
  },
  'a detach while the instance runs': {
    before: 'running',
    ask: (world, id) => world.ok('POST', hotplug(id, 'detach'), { disk: 'data' }),
    after: BEFORE.runningApart,
  },
  'a snapshot of a disk in use': {
    before: 'running',
    ask: (world) => world.ok('POST', '/v1/snapshots?project=web', { name: 'taken', description: '', disk: 'data' }),
    after: 'running, attached, ready',
  },
  'a snapshot of a disk at rest': {
    before: 'apart',
    ask: (world) => world.ok('POST', '/v1/snapshots?project=web', { name: 'taken', description: '', disk: 'data' }),
    after: 'stopped, detached, ready',
  },
  'a resize of a disk in use': {
    before: 'running',
    ask: (world) => world.ok('POST', '/rackwright/disks/data/resize?project=web', { size: 2 * GIB }),
    after: BEFORE.running,
  },
  finalize: {
    before: 'importing',
    ask: (world) => world.ok('POST', '/v1/disks/data/finalize?project=web', {}),
    after: BEFORE.apart,
  },
  'finalize with a snapshot': {
    before: 'importing',
    ask: (world) => world.ok('POST', '/v1/disks/data/finalize?project=web', { snapshot_name: 'taken' }),
    after: 'stopped, detached, ready',
  },
}

const BYTES = Buffer.alloc(4096, 'kept')

async function prepare(world: Compute, before: Before): Promise<string> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await world.ok('POST', '/v1/disks?project=web', { name: 'data', description: '', size: GIB, disk_source })
  const { id } = await world.make('phoenix')
  await world.quiet()
  const disk = '/v1/disks/data'
  await world.ok('POST', `${disk}/bulk-write-start?project=web`)
  const chunk = { offset: 0, base64_encoded_data: BYTES.toString('base64') }
  await world.ok('POST', `${disk}/bulk-write?project=web`, chunk)
  await world.ok('POST', `${disk}/bulk-write-stop?project=web`)
  if (before !== 'importing') await world.ok('POST', `${disk}/finalize?project=web`, {})
  if (before === 'together' || before === 'running') await world.ok('POST', disks(id, 'attach'), { disk: 'data' })
  if (before === 'running' || before === 'runningApart') {
    await world.act(id, 'start')
    await world.reach(id, 'running')
  }
  await world.quiet()
  return id
}

async function look(world: Compute, id: string): Promise<string> {
  const { run_state } = await world.view(id)
  const { state } = (await world.ok('GET', DATA)).state as { state: string }
  const snapshot = await world.admin.raw('GET', SNAPSHOT)
  return [run_state, state, ...(snapshot.status === 404 ? [] : [snapshot.body.state])].join(', ')
}

/** The contents of the disk, and of the snapshot if there is one. */
async function contents(world: Compute): Promise<string[]> {
  const snapshot = await world.admin.raw('GET', SNAPSHOT)
  const ids = [(await world.ok('GET', DATA)).id, ...(snapshot.status === 404 ? [] : [snapshot.body.id])] as string[]
  return Promise.all(
    ids.map(async (id) => Buffer.from(await world.host.volumes.read(id, 0, BYTES.length)).toString('latin1')),
  )
}

async function sizeInStore(world: Compute) {
  const { id } = await world.ok('GET', DATA)
  return (await world.host.volumes.list()).find((volume) => volume.id === id)?.size
}

async function cleanUp(world: Compute, id: string) {
  await world.act(id, 'stop')
  await world.reach(id, 'stopped')
  await world.ok('DELETE', `/v1/instances/${id}`)
  const { state } = (await world.ok('GET', DATA)).state as { state: string }
  if (state === 'import_ready') await world.ok('POST', '/v1/disks/data/finalize?project=web', {})
  if ((await world.admin.raw('GET', SNAPSHOT)).status !== 404) await world.ok('DELETE', SNAPSHOT)
  await world.ok('DELETE', DATA)
  await world.quiet()
}

eachDatabase((name, open) => {
  describe('killed at every step of', () => {
    test.each(Object.entries(scenarios))('%s', { timeout: 600_000 }, async (_action, { before, ask, after }) => {
      const lives = await makeLives(await open())
      const empty = await lives.current.compute.rowCounts()
      let deaths = 0
      // the steps are the same on every database: test all on one and some on the others
      const stride = name === 'libsql' ? 1 : 3
      for (let steps = 0; steps < MAX_STEPS; steps += stride) {
        const life = lives.current
        const id = await prepare(life.compute, before)
        life.arm(steps)
        let isAnswered = false
        const asking = async () => {
          await ask(life.compute, id)
          isAnswered = true
          await life.compute.quiet(() => life.isDead)
        }
        await Promise.race([asking(), life.died])
        const hasSurvived = !life.isDead
        life.arm(Infinity)
        const { compute } = hasSurvived ? life : await lives.next()
        await compute.quiet()
        const expected = isAnswered ? [after] : [BEFORE[before], after]
        expect(expected, `killed after ${steps} steps`).toContain(await look(compute, id))
        expect(await sizeInStore(compute)).toBe((await compute.ok('GET', DATA)).size)
        expect(new Set(await contents(compute))).toEqual(new Set([BYTES.toString('latin1')]))
        await cleanUp(compute, id)
        expect(await compute.rowCounts()).toEqual(empty)
        expect(await compute.host.volumes.list()).toEqual([])
        expect(await compute.usage()).toEqual({ cpus: 0, memory: 0, storage: 0 })
        expect(compute.errors).toEqual([])
        if (hasSurvived) break
        deaths++
      }
      // at least before and after the transaction; fewer means nothing was tested
      expect(deaths * stride).toBeGreaterThanOrEqual(2)
    })
  })
})
