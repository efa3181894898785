// Random concurrent histories of creates, deletes and quota changes, on every server database. Replayed in the order of the event
// log, they must never exceed a quota or use a name twice, and the final utilization must equal the sum of what exists.
// HISTORIES=1000 runs more of them.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSilo, makeUser, must } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { seededRandom } from '../testing/ports.ts'
import { diskBody, GIB, settleStorage } from '../testing/storage.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

const HISTORIES = Number(process.env.HISTORIES ?? 100)
const SILOS = 4
const AT_ONCE = 8

interface Tenant {
  silo: string
  id: string
  owner: Person
  /** What exists according to the replay: sizes by name; disk and snapshot names differ. */
  things: Map<string, number>
  projects: Set<string>
  quota: number
}

/** The name determines the size, because the log keeps only names. */
const sizeOf = (name: string) => (Number(/^[ds](\d)/.exec(name)![1]) % 3) + 1

type Pick = (below: number) => number

interface Step {
  person: 'owner' | 'operator'
  method: string
  path: string
  body?: unknown
  /** The new limit, which the log does not keep. */
  quota?: number
  renamed?: string
}

function step(pick: Pick, silo: string): Step {
  const disk = `d${pick(6)}`
  const snapshot = `s${disk[1]}-${pick(2)}`
  const project = `p${pick(3)}`
  const by = { person: 'owner' } as const
  const quota = pick(12) * GIB
  const renamed = `p${pick(3)}`
  switch (pick(10)) {
    case 0:
    case 1:
    case 2:
      return {
        ...by,
        method: 'POST',
        path: '/v1/disks?project=web',
        body: diskBody(disk, { size: sizeOf(disk) * GIB }),
      }
    case 3:
      return { ...by, method: 'DELETE', path: `/v1/disks/${disk}?project=web` }
    case 4:
    case 5:
      return {
        ...by,
        method: 'POST',
        path: '/v1/snapshots?project=web',
        body: { name: snapshot, description: '', disk },
      }
    case 6:
      return { ...by, method: 'DELETE', path: `/v1/snapshots/${snapshot}?project=web` }
    case 7:
      return { ...by, method: 'POST', path: '/v1/projects', body: { name: project, description: '' } }
    case 8:
      return { ...by, method: 'PUT', path: `/v1/projects/${project}`, body: { name: renamed }, renamed }
    default:
      return {
        person: 'operator',
        method: 'PUT',
        path: `/v1/system/silos/${silo}/quotas`,
        body: { storage: quota },
        quota,
      }
  }
}

eachDatabase((_name, open) => {
  describe('histories', () => {
    let world: World
    let tenants: Tenant[]
    beforeAll(async () => {
      world = await makeWorld(await open())
      tenants = []
      for (let n = 0; n < SILOS; n++) {
        const silo = await makeSilo(world.admin, `silo-${n}`)
        const owner = await makeUser(world, silo.name, 'owner')
        const role = { identity_type: 'silo_user', identity_id: owner.id, role_name: 'admin' }
        await must(world.admin, 'PUT', `/v1/system/silos/${silo.id}/policy`, { role_assignments: [role] })
        await must(owner.person, 'POST', '/v1/projects', { name: 'web', description: '' })
        const quota = 12 * GIB
        await must(world.admin, 'PUT', `/v1/system/silos/${silo.id}/quotas`, { storage: quota })
        const named = { silo: silo.name, id: silo.id, owner: owner.person }
        tenants.push({ ...named, things: new Map(), projects: new Set(['web']), quota })
      }
    }, 60_000)

    const lastEvent = async () =>
      (await world.host.db.read.selectFrom('event').select('seq').orderBy('seq', 'desc').executeTakeFirst())?.seq ?? 0

    async function burst(tenant: Tenant, steps: Step[]): Promise<void> {
      const after = await lastEvent()
      const asked = new Map<string, Step>()
      await Promise.all(
        steps.map(async (each) => {
          const { person, method, path, body } = each
          const who = person === 'owner' ? tenant.owner : world.admin
          const reply = await who.raw(method, path, body)
          expect([200, 201, 204, 400, 404, 507], JSON.stringify(reply.body)).toContain(reply.status)
          asked.set(reply.headers.get('x-request-id')!, each)
        }),
      )
      const rows = await world.host.db.read
        .selectFrom('event')
        .select(['operation', 'target_name', 'request_id'])
        .where('seq', '>', after)
        .where('silo_id', '=', tenant.id)
        .where('status', '<', 400)
        .where('operation', 'is not', null)
        .orderBy('seq')
        .execute()
      for (const row of rows) replay(tenant, row.operation!, row.target_name!, asked.get(row.request_id!)!)
      await settleStorage(world.host)
      await compare(tenant)
    }

    function replay(tenant: Tenant, operation: string, name: string, { quota, renamed }: Step) {
      const { things, projects } = tenant
      switch (operation) {
        case 'disk_create':
        case 'snapshot_create': {
          expect(things.has(name), `${name} is there twice`).toBe(false)
          things.set(name, sizeOf(name) * GIB)
          expect(total(things), 'more than the quota').toBeLessThanOrEqual(tenant.quota)
          break
        }
        case 'disk_delete':
        case 'snapshot_delete':
          expect(things.delete(name), `${name} was deleted twice`).toBe(true)
          break
        case 'project_create':
          expect(projects.has(name), `project ${name} is there twice`).toBe(false)
          projects.add(name)
          break
        case 'project_update':
          expect(projects.delete(name)).toBe(true)
          expect(projects.has(renamed!), `project ${renamed} is there twice`).toBe(false)
          projects.add(renamed!)
          break
        case 'silo_quotas_update':
          tenant.quota = quota!
      }
    }

    async function compare({ silo, owner, things, quota }: Tenant) {
      const names = async (path: string) =>
        ((await owner.raw('GET', path)).body.items as { name: string; size: number }[]).map(
          (item): [string, number] => [item.name, item.size],
        )
      const there = [...(await names('/v1/disks?project=web')), ...(await names('/v1/snapshots?project=web'))]
      expect(there.toSorted()).toEqual([...things].toSorted())
      const { provisioned, allocated } = (await world.admin.raw('GET', `/v1/system/utilization/silos/${silo}`)).body
      expect(provisioned).toMatchObject({ storage: total(new Map(there)) })
      expect(allocated).toMatchObject({ storage: quota })
    }

    test(
      `${HISTORIES} of them`,
      async () => {
        for (let n = 0; n < HISTORIES; n++) {
          const random = seededRandom(n)
          const pick: Pick = (below) => (random.bytes(1)[0]! * 256 + random.bytes(1)[0]!) % below
          const tenant = tenants[n % SILOS]!
          const steps = Array.from({ length: AT_ONCE }, () => step(pick, tenant.silo))
          await burst(tenant, steps)
        }
        const refusedByQuota = (
          await world.host.db.read.selectFrom('event').select('seq').where('status', '=', 507).execute()
        ).length
        // a run in which the quota never mattered would prove nothing
        expect(refusedByQuota).toBeGreaterThan(HISTORIES / 10)
        expect(world.errors).toEqual([])
      },
      HISTORIES * 1000,
    )
  })
})

const total = (things: Map<string, number>) => [...things.values()].reduce((sum, size) => sum + size, 0)
