// Probes through the API, on every database: allocating and releasing addresses, and what they prevent from being deleted.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '../testing/authz-world.ts'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const PROBES = '/experimental/v1/probes'
const ABSENT = '00000000-0000-4000-8000-000000000000'

eachDatabase((_name, open) => {
  describe('probes', () => {
    let world: Compute
    let sled: string
    beforeEach(async () => {
      world = await makeCompute(await open())
      sled = ((await world.ok('GET', '/v1/system/hardware/sleds')).items as { id: string }[])[0]!.id
    })

    const create = (name: string, more: Record<string, unknown> = {}) =>
      world.admin.raw('POST', `${PROBES}?project=web`, { name, description: 'to test', sled, ...more })
    const view = (probe: string) => world.admin.raw('GET', `${PROBES}/${probe}?project=web`)
    const remove = (probe: string) => world.admin.raw('DELETE', `${PROBES}/${probe}?project=web`)
    const allocated = async () => {
      const { ipv4 } = await world.ok('GET', '/v1/system/ip-pools/external/utilization')
      return (ipv4 as { allocated: number }).allocated
    }

    test('get an interface in the default subnet and an external address, and release both', async () => {
      const before = await allocated()
      const made = await create('one')
      expect(made).toMatchObject({ status: 201, body: { name: 'one', description: 'to test', sled } })
      const { body } = await view('one')
      expect(body).toEqual({
        id: made.body.id,
        name: 'one',
        sled,
        external_ips: [{ ip: expect.stringMatching(/^10\.200\./), first_port: 0, last_port: 65535, kind: 'ephemeral' }],
        interface: {
          id: expect.any(String),
          kind: { type: 'probe', id: made.body.id },
          name: 'one',
          ip: '172.30.0.5',
          mac: expect.stringMatching(/^A8:40:25:F/),
          subnet: '172.30.0.0/22',
          vni: expect.any(Number),
          primary: true,
          slot: 0,
          transit_ips: [],
        },
      })
      expect((await view(String(made.body.id))).body).toEqual(body)
      expect(await allocated()).toBe(before + 1)
      await world.make('machine')
      expect((await create('two')).status).toBe(201)
      const listed = (await world.ok('GET', `${PROBES}?project=web`)).items as {
        name: string
        interface: { ip: string }
      }[]
      expect(listed.map((probe) => [probe.name, probe.interface.ip])).toEqual([
        ['one', '172.30.0.5'],
        ['two', '172.30.0.7'],
      ])
      expect((await remove('one')).status).toBe(204)
      expect((await remove(String((await view('two')).body.id))).status).toBe(204)
      expect((await view('one')).body.message).toBe('not found: probe with name "one"')
      expect((await create('three')).status).toBe(201)
      expect((await view('three')).body).toMatchObject({ interface: { ip: '172.30.0.5' } })
      expect(world.errors).toEqual([])
    })

    test('refuse duplicate names, unknown sleds, pools and projects, and expunged sleds', async () => {
      await create('one')
      expect((await create('one')).body).toMatchObject({
        error_code: 'ObjectAlreadyExists',
        message: 'already exists: probe "one"',
      })
      expect((await create('x', { sled: ABSENT })).body.message).toBe(`not found: sled with id "${ABSENT}"`)
      expect((await create('x', { ip_pool: 'absent' })).status).toBe(404)
      expect((await world.admin.raw('GET', `${PROBES}?project=absent`)).status).toBe(404)
      expect((await world.admin.raw('GET', PROBES)).body.message).toContain('missing field `project`')
      const before = await allocated()
      await world.host.db.transaction((tx) => tx.updateTable('sled').set({ policy_kind: 'expunged' }).execute())
      expect(await create('x')).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
      expect(await allocated()).toBe(before)
    })

    test('prevent deleting their project, subnet and pool link', async () => {
      await create('one')
      const refusal = async (path: string) => (await world.admin.raw('DELETE', path)).body.message
      expect(await refusal('/v1/projects/web')).toBe('project to be deleted contains a probe: one')
      expect(await refusal('/v1/vpc-subnets/default?project=web&vpc=default')).toContain('network interfaces')
      const silo = (await world.ok('GET', '/v1/me')).silo_id
      expect(await refusal(`/v1/system/ip-pools/external/silos/${silo}`)).toContain('in use')
      await remove('one')
      expect((await world.admin.raw('DELETE', '/v1/vpc-subnets/default?project=web&vpc=default')).status).toBe(204)
    })

    test('need a fleet role and a project role', async () => {
      const person = await makeUser(world, 'recovery', 'person')
      const grant = (scope: string, role_name: string | undefined) =>
        world.ok('PUT', scope, {
          role_assignments: [
            ...(role_name ? [{ identity_type: 'silo_user', identity_id: person.id, role_name }] : []),
            ...(scope.startsWith('/v1/projects')
              ? []
              : [{ identity_type: 'silo_user', identity_id: me, role_name: 'admin' }]),
          ],
        })
      const me = (await world.ok('GET', '/v1/me')).id as string
      const list = async () => (await person.person.raw('GET', `${PROBES}?project=web`)).status
      const make = async (name: string) =>
        (await person.person.raw('POST', `${PROBES}?project=web`, { name, description: '', sled })).status
      const [fleet, project] = ['/v1/system/policy', '/v1/projects/web/policy']

      await grant(project, 'admin')
      expect([await list(), await make('a')]).toEqual([403, 403])
      await grant(fleet, 'viewer')
      expect([await list(), await make('a')]).toEqual([200, 403])
      await grant(fleet, 'admin')
      expect([await list(), await make('a')]).toEqual([200, 201])
      await grant(project, 'viewer')
      expect([await list(), await make('b')]).toEqual([200, 403])
      expect((await person.person.raw('DELETE', `${PROBES}/a?project=web`)).status).toBe(403)
      await grant(project, undefined)
      expect([await list(), await make('b')]).toEqual([404, 404])
    })
  })
})
