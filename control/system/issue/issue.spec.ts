// Issues, and who sees which: through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeSilo, makeUser } from '../../testing/authz-world.ts'
import { makeAuthority } from '../../testing/certificates.ts'
import { instanceBody, makeCompute, GIB, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import type { Person } from '../../testing/world.ts'
import { STUCK_AFTER_MS } from './workloads.ts'

eachDatabase((_name, open) => {
  describe('issues', () => {
    let world: Compute
    let space = { free: 50, total: 100 }
    beforeEach(async () => {
      space = { free: 50, total: 100 }
      world = await makeCompute(await open(), { space: async () => space })
      await world.plane.stop()
    })
    const issues = async (person: Person = world.admin) => {
      const { status, body } = await person.raw('GET', '/rackwright/issues')
      expect(status).toBe(200)
      return body.items as object[]
    }
    const now = () => world.clock.now().toISOString()
    const set = (table: 'instance' | 'disk' | 'volume', id: string, changes: object) =>
      world.host.db.transaction((tx) => tx.updateTable(table).set(changes).where('id', '=', id).execute())
    const fail = async (name: string, since = now()) => {
      const { id } = await world.make(name)
      await set('instance', id, { run_state: 'failed', time_run_state_updated: since, failure_reason: 'test' })
      return id
    }
    const makeDisk = async (name: string, size = GIB) =>
      (await world.ok('POST', '/v1/disks?project=web', {
        name,
        description: '',
        size,
        disk_source: { type: 'blank', block_size: 512 },
      })) as unknown as Wire<'Disk'>

    test('the certificate of the server itself is one 30 days before it expires, for operators', async () => {
      const DAY = 86_400_000
      let expiry = world.clock.now().getTime() + 31 * DAY
      world.host.certificateExpiry = () => new Date(expiry)
      expect(await issues()).toEqual([])
      expiry -= 2 * DAY
      const issue = { kind: 'certificate_expiring', silo_name: null, time_expires: new Date(expiry).toISOString() }
      expect(await issues()).toMatchObject([{ ...issue, severity: 'warning' }])
      await makeSilo(world.admin, 'acme')
      await world.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'acme', is_default: true })
      expect(await issues((await makeUser(world, 'acme', 'reader')).person)).toEqual([])
      expiry -= 30 * DAY
      expect(await issues()).toMatchObject([{ kind: 'certificate_expiring', severity: 'error' }])
    })

    test('a silo without quotas or a default pool is one, for operators and its users', async () => {
      const quotas = { cpus: 0, memory: 0, storage: 0 }
      const silo = { name: 'bare', description: '', discoverable: true, identity_mode: 'local_only', quotas }
      await world.ok('POST', '/v1/system/silos', { ...silo, tls_certificates: [] })
      const { person } = await makeUser(world, 'bare', 'reader')
      const missing = { severity: 'warning', silo_name: 'bare', resource: null }
      const both = [
        { ...missing, kind: 'quota_zero' },
        { ...missing, kind: 'no_default_pool' },
      ]
      expect(await issues()).toMatchObject(both)
      expect(await issues(person)).toMatchObject(both)
      await world.ok('PUT', '/v1/system/silos/bare/quotas', { cpus: 1, memory: GIB })
      await world.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'bare', is_default: false })
      expect(await issues(person)).toMatchObject([{ ...both[0], resource: 'storage' }, both[1]])
      await world.ok('PUT', '/v1/system/silos/bare/quotas', { storage: GIB })
      await world.ok('PUT', '/v1/system/ip-pools/external/silos/bare', { is_default: true })
      expect(await issues(person)).toEqual([])
    })

    test('a healthy system has none', async () => {
      await world.make('fine')
      expect(await issues()).toEqual([])
    })

    test('failed instances are named for readers of the project, and counted if there are several', async () => {
      const id = await fail('one', '2025-01-02T03:04:05.000Z')
      const issue = { kind: 'instance_failed', severity: 'error', since: '2025-01-02T03:04:05.000Z' }
      const where = { silo_name: 'recovery', project_name: 'web' }
      expect(await issues()).toMatchObject([{ ...issue, ...where, count: 1, target_id: id, target_name: 'one' }])
      await fail('two')
      expect(await issues()).toMatchObject([{ ...issue, ...where, count: 2, target_id: null, target_name: null }])
    })

    test('operators see counts without names for other silos; users without a role see nothing', async () => {
      await makeSilo(world.admin, 'acme')
      await world.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'acme', is_default: true })
      const { id, person } = await makeUser(world, 'acme', 'ada')
      const outsider = (await makeUser(world, 'acme', 'bob')).person
      await world.ok('PUT', '/v1/system/silos/acme/policy', {
        role_assignments: [{ identity_type: 'silo_user', identity_id: id, role_name: 'admin' }],
      })
      for (const project of ['secret-one', 'secret-two']) {
        await world.ok('POST', '/v1/projects', { name: project, description: '' }, person)
        const at = `/v1/instances?project=${project}`
        const made = await world.ok('POST', at, instanceBody('hidden'), person)
        await set('instance', made.id as string, { run_state: 'failed', failure_reason: 'test' })
      }
      const listed = await issues()
      expect(listed).toMatchObject([{ kind: 'instance_failed', count: 2, silo_name: 'acme', project_name: null }])
      expect(JSON.stringify(listed)).not.toMatch(/secret|hidden/)
      const names = [{ project_name: 'secret-one' }, { project_name: 'secret-two' }]
      expect(await issues(person)).toMatchObject(names.map((each) => ({ ...each, count: 1, target_name: 'hidden' })))
      expect(await issues(outsider)).toEqual([])
      await fail('ours')
      expect(await issues(person)).toHaveLength(2)
    })

    test('faulted disks, and a silo with an exhausted quota', async () => {
      const disk = await makeDisk('data')
      await set('disk', disk.id, { disk_state: 'faulted', time_modified: now() })
      const quotas = { cpus: 10, memory: 10 * GIB, storage: GIB }
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', quotas)
      expect(await issues()).toMatchObject([
        { kind: 'disk_faulted', count: 1, target_name: 'data', project_name: 'web' },
        { kind: 'quota_near', severity: 'error', resource: 'storage', percent: 100, silo_name: 'recovery' },
      ])
    })

    test('a quota is an issue from 90 percent, dated from when use rose to that', async () => {
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', { cpus: 10, memory: GIB, storage: 10 * GIB })
      await makeDisk('eight', 8 * GIB)
      expect(await issues()).toEqual([])
      await world.clock.advance(60_000)
      const rose = now()
      await makeDisk('ninth')
      await world.clock.advance(60_000)
      const issue = { kind: 'quota_near', severity: 'warning', resource: 'storage', percent: 90, since: rose }
      expect(await issues()).toMatchObject([issue])
    })

    test('a nearly exhausted pool, dated from the address that crossed the limit', async () => {
      await world.ok('POST', '/v1/system/ip-pools', { name: 'small', description: '' })
      await world.ok('POST', '/v1/system/ip-pools/small/ranges/add', { first: '10.9.0.1', last: '10.9.0.10' })
      await world.ok('POST', '/v1/system/ip-pools/small/silos', { silo: 'recovery', is_default: false })
      const take = (n: number) =>
        world.ok('POST', '/v1/floating-ips?project=web', { name: `ip-${n}`, description: '', pool: 'small' })
      for (let n = 1; n <= 8; n++) await take(n)
      expect(await issues()).toEqual([])
      await world.clock.advance(60_000)
      const since = now()
      await take(9)
      const full = { kind: 'pool_near', target_name: 'small' }
      expect(await issues()).toMatchObject([{ ...full, severity: 'warning', percent: 90, since }])
      await world.clock.advance(60_000)
      await take(10)
      expect(await issues()).toMatchObject([{ ...full, severity: 'error', percent: 100, since }])
    })

    test('a sled that accepts no instances, and a nearly full file system', async () => {
      const [sled] = (await world.ok('GET', '/v1/system/hardware/sleds')).items as { id: string }[]
      await world.ok('PUT', `/v1/system/hardware/sleds/${sled!.id}/provision-policy`, { state: 'non_provisionable' })
      space = { free: 10, total: 100 }
      expect(await issues()).toMatchObject([
        { kind: 'space_low', percent: 90, since: null },
        { kind: 'sled_out_of_service', target_id: sled!.id, since: now() },
      ])
      const { person } = await makeUser(world, 'recovery', 'member')
      expect(await issues(person)).toEqual([])
    })

    test('a sled that never accepted instances is not out of service', async () => {
      const closed = { provision_policy: 'non_provisionable' } as const
      await world.host.db.transaction((tx) => tx.updateTable('sled').set(closed).execute())
      expect(await issues()).toEqual([])
    })

    test('a certificate that expires within 30 days, and one that has expired', async () => {
      const authority = await makeAuthority()
      const add = async (name: string, notAfter: string) =>
        world.ok('POST', '/v1/certificates', {
          name,
          description: '',
          service: 'external_api',
          ...(await authority.leaf({ notAfter })),
        })
      const at = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
      await add('late', at(40))
      const expiry = at(20).replace(/\.\d+Z/, '.000Z')
      const added = now()
      await add('soon', expiry)
      expect(await issues()).toMatchObject([
        { kind: 'certificate_expiring', severity: 'warning', target_name: 'soon', time_expires: expiry, since: added },
      ])
      await world.clock.advance(20 * 86_400_000)
      const again = await world.login('recovery', 'admin')
      expect(await issues(again)).toMatchObject([
        { severity: 'error', target_name: 'soon', since: expiry },
        { severity: 'warning', target_name: 'late' },
      ])
    })

    test('work that takes too long', async () => {
      const since = now()
      const { id } = await world.make('slow')
      await set('instance', id, { run_state: 'starting', time_run_state_updated: since })
      const disk = await makeDisk('slow-disk')
      await set('disk', disk.id, { disk_state: 'creating' })
      await set('volume', disk.id, { task: 'make' })
      await world.clock.advance(STUCK_AFTER_MS)
      expect(await issues()).toEqual([])
      await world.clock.advance(1000)
      expect(await issues()).toMatchObject([
        { kind: 'work_stuck', resource: 'instance', target_name: 'slow', since },
        { kind: 'work_stuck', resource: 'disk', target_name: 'slow-disk', since },
      ])
      expect(world.errors).toEqual([])
    })
  })
})
