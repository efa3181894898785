// Instances through the API, on every database: create, list, update, delete. instance-states.spec.ts tests the states.
import { beforeAll, describe, expect, test } from 'vitest'
import { GIB, instanceBody, makeCompute, type Compute } from '../testing/compute.ts'
import { makeUser } from '../testing/authz-world.ts'
import { eachDatabaseAndWasm } from '../testing/databases.ts'

const blank = (name: string, size = GIB) => ({
  type: 'create',
  name,
  description: '',
  size,
  disk_source: { type: 'blank', block_size: 512 },
})

const invalid = (message: string) => ({ status: 400, error_code: 'InvalidRequest', message })
const value = (text: string) => ({
  status: 400,
  error_code: 'InvalidValue',
  message: `unsupported value for "size": ${text}`,
})

eachDatabaseAndWasm((_name, open) => {
  describe('instances', () => {
    let world: Compute
    beforeAll(async () => {
      world = await makeCompute(await open())
    })

    const create = (body: Record<string, unknown>) => world.admin.raw('POST', '/v1/instances?project=web', body)
    const refusal = async (name: string, more: Record<string, unknown>) => {
      const { status, body } = await create(instanceBody(name, more))
      expect((await world.admin.raw('GET', `/v1/instances/${name}?project=web`)).status).toBe(404)
      return { status, error_code: body.error_code, message: body.message }
    }
    test('are created as requested, with defaults for the rest', async () => {
      const body = {
        name: 'plain',
        description: 'the first',
        hostname: 'plain',
        ncpus: 2,
        memory: 4 * GIB,
        start: false,
      }
      const made = await create(body)
      expect(made.status).toBe(201)
      const now = world.clock.now().toISOString()
      const { id: project_id } = await world.ok('GET', '/v1/projects/web')
      expect(made.body).toEqual({
        id: expect.any(String),
        name: 'plain',
        description: 'the first',
        hostname: 'plain',
        ncpus: 2,
        memory: 4 * GIB,
        project_id,
        boot_disk_id: null,
        run_state: 'stopped',
        time_created: now,
        time_modified: now,
        time_run_state_updated: now,
        auto_restart_enabled: true,
        auto_restart_policy: null,
        auto_restart_cooldown_expiration: null,
        time_last_auto_restarted: null,
      })
      expect((await world.admin.raw('GET', '/v1/instances/plain?project=web')).body).toEqual(made.body)
      expect(await world.view(made.body.id as string)).toEqual(made.body)
      const list = await world.ok('GET', '/v1/instances?project=web')
      expect(list.items).toContainEqual(made.body)

      const nics = await world.ok('GET', '/v1/network-interfaces?project=web&instance=plain')
      expect(nics.items).toMatchObject([
        { name: 'net0', description: 'default primary interface for plain', primary: true },
      ])
      expect(await world.ok('GET', `/v1/instances/${made.body.id}/external-ips`)).toEqual({
        items: [],
        next_page: null,
      })
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
    })

    test('start at once unless requested otherwise, and count against the quota from then on', async () => {
      const { start: _, ...body } = instanceBody('eager', { ncpus: 3, memory: 5 * GIB })
      const made = await create(body)
      expect(made.body.run_state).toBe('starting')
      expect(await world.usage()).toMatchObject({ cpus: 3, memory: 5 * GIB })
      const running = await world.reach(made.body.id as string, 'running')
      expect(running.time_run_state_updated > (made.body.time_run_state_updated as string)).toBe(true)
      await world.act(running.id, 'stop')
      expect(await world.usage()).toMatchObject({ cpus: 3, memory: 5 * GIB })
      await world.reach(running.id, 'stopped')
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
    })

    test('selectors: an id takes no project, a name needs one', async () => {
      const { id } = await world.make('chosen')
      const by = async (path: string) => (await world.admin.raw('GET', path)).body
      expect(await by(`/v1/instances/${id}?project=web`)).toMatchObject({
        error_code: 'InvalidRequest',
        message: 'when providing instance as an ID project should not be specified',
      })
      expect(await by('/v1/instances/chosen')).toMatchObject({
        error_code: 'InvalidRequest',
        message: 'instance should either be UUID or project should be specified',
      })
      expect(await by('/v1/instances/missing?project=web')).toMatchObject({
        error_code: 'ObjectNotFound',
        message: 'not found: instance with name "missing"',
      })
      expect((await by('/v1/instances/chosen?project=missing')).message).toBe('not found: project with name "missing"')
      expect((await world.admin.raw('GET', '/v1/instances')).body.message).toBe(
        'unable to parse query string: missing field `project`',
      )
    })

    test('limits on size', async () => {
      expect(await refusal('big', { ncpus: 65 })).toEqual(invalid('cannot have more than 64 vCPUs per instance'))
      expect(await refusal('big', { ncpus: 0 })).toEqual(invalid('an instance needs at least 1 vCPU'))
      expect(await refusal('big', { memory: GIB / 2 })).toEqual(value('memory must be at least 1 GiB'))
      expect(await refusal('big', { memory: 1.5 * GIB })).toEqual(value('memory must be divisible by 1 GiB'))
      expect(await refusal('big', { memory: 257 * GIB })).toEqual(value('memory must be less than or equal to 256 GiB'))
      expect((await create(instanceBody('large', { ncpus: 64, memory: 256 * GIB }))).status).toBe(201)
    })

    test('limits on attachments', async () => {
      const nine = Array.from({ length: 9 }, (_, n) => blank(`nine-${n}`))
      expect(await refusal('many', { disks: nine })).toEqual(invalid('cannot attach more than 8 disks to instance'))
      expect(await refusal('many', { boot_disk: nine[0], disks: nine.slice(1) })).toEqual(
        invalid('cannot attach more than 8 disks to instance'),
      )
      expect((await world.ok('GET', '/v1/disks?project=web')).items).toEqual([])
      const long = await create(instanceBody('many', { user_data: btoa('x'.repeat(32769)) }))
      expect(long.body.message).toMatch(/^unable to parse JSON body: .*32768 bytes/)
      expect((await create(instanceBody('many', { user_data: 'a' }))).body.message).toMatch(/base64/)
      expect((await create(instanceBody('many', { hostname: '-x' }))).body.message).toMatch(/RFC 1035/)
      const full = await create(instanceBody('full', { user_data: btoa('x'.repeat(32768)), disks: nine.slice(1) }))
      expect(full.status).toBe(201)
      expect(JSON.stringify(full.body)).not.toContain('user_data')
    })

    test('names are unique within a project', async () => {
      await world.make('twice')
      const { status, body } = await create(instanceBody('twice'))
      expect(status).toBe(400)
      expect(body).toMatchObject({ error_code: 'ObjectAlreadyExists', message: 'already exists: instance "twice"' })
      await world.ok('POST', '/v1/projects', { name: 'other', description: '' })
      await world.ok('POST', '/v1/instances?project=other', instanceBody('twice'))
    })

    test('disks are created or attached, the boot disk first', async () => {
      await world.ok('POST', '/v1/disks?project=web', { ...blank('kept'), type: undefined })
      const made = await world.make('disky', {
        boot_disk: blank('disky-boot'),
        disks: [{ type: 'attach', name: 'kept' }, blank('disky-data')],
      })
      const { items } = (await world.ok('GET', `/v1/instances/${made.id}/disks`)) as {
        items: { id: string; name: string; state: unknown }[]
      }
      expect(items.map((disk) => disk.name)).toEqual(['disky-boot', 'disky-data', 'kept'])
      expect(items.map((disk) => disk.state)).toEqual(items.map(() => ({ state: 'attached', instance: made.id })))
      expect(made.boot_disk_id).toBe(items[0]!.id)

      expect(await refusal('thief', { disks: [{ type: 'attach', name: 'kept' }] })).toEqual(
        invalid('cannot attach disk "kept": disk is attached to another instance'),
      )
      expect(await refusal('thief', { disks: [{ type: 'attach', name: 'missing' }] })).toEqual({
        status: 404,
        error_code: 'ObjectNotFound',
        message: 'not found: disk with name "missing"',
      })
      expect(await refusal('thief', { boot_disk: blank('same'), disks: [blank('same')] })).toEqual({
        status: 400,
        error_code: 'ObjectAlreadyExists',
        message: 'already exists: disk "same"',
      })
      expect((await world.admin.raw('GET', '/v1/disks/same?project=web')).status).toBe(404)
    })

    test('a create that fails half-way leaves nothing behind', async () => {
      const before = await world.rowCounts()
      const late = { external_ips: [{ type: 'floating', floating_ip: 'missing' }] }
      const reply = await create(instanceBody('half', { boot_disk: blank('half-boot'), start: true, ...late }))
      expect(reply.status).toBe(404)
      const group = await create(
        instanceBody('half', { disks: [blank('half-boot')], anti_affinity_groups: ['missing'] }),
      )
      expect(group.body).toMatchObject({
        error_code: 'ObjectNotFound',
        message: 'not found: anti-affinity-group with name "missing"',
      })
      expect(await world.rowCounts()).toEqual(before)
    })

    test('without capacity the instance is created but stays stopped', async () => {
      const first = await world.make('roomy', { ncpus: 60, start: true })
      const used = await world.usage()
      const second = await create(instanceBody('cramped', { ncpus: 60, start: true }))
      expect(second.status).toBe(201)
      expect(second.body.run_state).toBe('stopped')
      expect(await world.usage()).toEqual(used)
      const explicit = await world.act(second.body.id as string, 'start')
      expect(explicit.status).toBe(507)
      expect(explicit.body).toMatchObject({
        error_code: 'InsufficientCapacity',
        message:
          'Insufficient capacity: Failed to place instance: 60 vCPUs and 1 GiB of memory do not fit on the only sled: 1 has too few free threads; it would fit if 56 more threads were free',
      })
      await world.reach(first.id, 'running')
      await world.act(first.id, 'stop')
      await world.reach(first.id, 'stopped')
      expect((await world.act(second.body.id as string, 'start')).body.run_state).toBe('starting')
      await world.act(second.body.id as string, 'stop')
      await world.reach(second.body.id as string, 'stopped')
    })

    test('an exhausted quota refuses the start; on create the instance stays stopped and says why', async () => {
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', { cpus: 2, memory: 4 * GIB })
      const stopped = await create(instanceBody('beyond', { ncpus: 3, start: true }))
      expect(stopped.body.run_state).toBe('stopped')
      const failure = `/rackwright/instances/${stopped.body.id as string}/failure`
      const reason = expect.stringMatching(/^Insufficient capacity: vCPU Limit Exceeded: /) as string
      expect((await world.admin.raw('GET', failure)).body).toEqual({ reason, time_failed: null })
      const refused = await world.act(stopped.body.id as string, 'start')
      expect(refused.status).toBe(507)
      expect(refused.body.message).toMatch(/^Insufficient capacity: vCPU Limit Exceeded: /)
      const memory = await create(instanceBody('beyond-memory', { memory: 5 * GIB, start: true }))
      const message = (await world.act(memory.body.id as string, 'start')).body.message
      expect(message).toMatch(/^Insufficient capacity: Memory Limit Exceeded: /)
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', { cpus: 1000, memory: 1000 * GIB })
      await world.act(stopped.body.id as string, 'start')
      expect((await world.admin.raw('GET', failure)).body).toEqual({ reason: null, time_failed: null })
      await world.act(stopped.body.id as string, 'stop')
      await world.reach(stopped.body.id as string, 'stopped')
    })

    test('update changes size, boot disk and policy together or not at all', async () => {
      const { id, boot_disk_id } = await world.make('changing', {
        boot_disk: blank('c-boot'),
        disks: [blank('c-data')],
      })
      const put = (body: object) => world.admin.raw('PUT', `/v1/instances/${id}`, { ncpus: 1, memory: GIB, ...body })
      const data = (await world.ok('GET', '/v1/disks/c-data?project=web')).id

      const grown = await put({ ncpus: 4, memory: 8 * GIB, boot_disk: 'c-data', auto_restart_policy: 'never' })
      expect(grown.status).toBe(200)
      expect(grown.body).toMatchObject({
        ncpus: 4,
        memory: 8 * GIB,
        boot_disk_id: data,
        auto_restart_policy: 'never',
        auto_restart_enabled: false,
      })
      expect((await put({ boot_disk: boot_disk_id })).body.boot_disk_id).toBe(boot_disk_id)
      expect((await put({})).body).toMatchObject({
        boot_disk_id: null,
        auto_restart_policy: null,
        auto_restart_enabled: true,
        ncpus: 1,
        memory: GIB,
      })
      expect((await put({ memory: 300 * GIB })).body.error_code).toBe('InvalidValue')
      expect((await put({ ncpus: 65 })).body.message).toBe('cannot have more than 64 vCPUs per instance')
      expect((await put({ boot_disk: 'missing' })).body.message).toBe('not found: disk with name "missing"')
      await world.ok('POST', '/v1/disks?project=web', { ...blank('loose'), type: undefined })
      const loose = await put({ boot_disk: 'loose', ncpus: 2 })
      expect(loose.status).toBe(409)
      expect(loose.body).toMatchObject({ error_code: 'Conflict', message: 'boot disk must be attached' })
      expect((await world.view(id)).ncpus).toBe(1)
      const missing = await world.admin.raw('PUT', `/v1/instances/${id}`, { ncpus: 1 })
      expect(missing.body.message).toMatch(/^unable to parse JSON body: missing field `memory`/)
    })

    test('keys: all of the caller, none, or those named', async () => {
      const key = (name: string) =>
        world.ok('POST', '/v1/me/ssh-keys', { name, description: '', public_key: `${PUBLIC_KEY} ${name}` })
      await key('laptop')
      await key('desktop')
      const keysOf = async (id: string) =>
        ((await world.ok('GET', `/v1/instances/${id}/ssh-public-keys`)).items as { name: string }[]).map(
          (each) => each.name,
        )
      expect(await keysOf((await world.make('all-keys')).id)).toEqual(['desktop', 'laptop'])
      expect(await keysOf((await world.make('no-keys', { ssh_public_keys: [] })).id)).toEqual([])
      const one = await world.make('one-key', { ssh_public_keys: ['laptop', 'laptop'] })
      expect(await keysOf(one.id)).toEqual(['laptop'])
      expect(await refusal('lost-key', { ssh_public_keys: ['missing'] })).toEqual({
        status: 404,
        error_code: 'ObjectNotFound',
        message: 'not found: ssh-key with name "missing"',
      })
      await world.ok('DELETE', '/v1/me/ssh-keys/laptop')
      expect(await keysOf(one.id)).toEqual([])
    })

    test('keys: a hundred at most, whether named or all', async () => {
      const { id, person } = await makeUser(world, 'recovery', 'collector')
      const role = { identity_type: 'silo_user', identity_id: id, role_name: 'collaborator' }
      await world.ok('PUT', '/v1/projects/web/policy', { role_assignments: [role] })
      const names = Array.from({ length: 101 }, (_, n) => `key-${n}`)
      for (const name of names)
        await world.ok('POST', '/v1/me/ssh-keys', { name, description: '', public_key: PUBLIC_KEY }, person)
      const wanted = (ssh_public_keys: string[] | null) =>
        person.raw('POST', '/v1/instances?project=web', instanceBody('keyed', { ssh_public_keys }))
      for (const tooMany of [names, null])
        expect((await wanted(tooMany)).body).toMatchObject({
          error_code: 'InvalidRequest',
          message: 'cannot attach more than 100 ssh keys to the instance',
        })
      const made = await wanted([...names.slice(1), 'key-1'])
      expect(made.status).toBe(201)
      expect((await world.ok('GET', `/v1/instances/${made.body.id}/ssh-public-keys`)).items).toHaveLength(100)
      await world.ok('DELETE', `/v1/instances/${made.body.id}`)
      await world.ok('PUT', '/v1/projects/web/policy', { role_assignments: [] })
    })

    test('a silo without a default pool cannot create instances', async () => {
      await world.ok('PUT', '/v1/system/ip-pools/external/silos/recovery', { is_default: false })
      expect(await refusal('nowhere', { network_interfaces: { type: 'none' } })).toEqual({
        status: 404,
        error_code: 'ObjectNotFound',
        message: 'not found: default IP pool for current silo',
      })
      await world.ok('PUT', '/v1/system/ip-pools/external/silos/recovery', { is_default: true })
    })

    test('delete detaches disks and floating IPs and removes the rest', async () => {
      const before = await world.rowCounts()
      await world.ok('POST', '/v1/floating-ips?project=web', { name: 'door', description: '' })
      await world.ok('POST', '/v1/anti-affinity-groups?project=web', {
        name: 'apart',
        description: '',
        policy: 'allow',
        failure_domain: 'sled',
      })
      const { id } = await world.make('brief', {
        boot_disk: blank('brief-boot'),
        external_ips: [{ type: 'ephemeral' }, { type: 'floating', floating_ip: 'door' }],
        anti_affinity_groups: ['apart', 'apart'],
      })
      expect((await world.admin.raw('DELETE', `/v1/instances/${id}`)).status).toBe(204)
      expect((await world.ok('GET', '/v1/disks/brief-boot?project=web')).state).toMatchObject({
        state: expect.stringMatching(/^(creating|detached)$/),
      })
      expect((await world.ok('GET', '/v1/floating-ips/door?project=web')).instance_id).toBeNull()
      expect((await world.ok('GET', '/v1/anti-affinity-groups/apart/members?project=web')).items).toEqual([])
      await world.quiet()
      await world.ok('DELETE', '/v1/disks/brief-boot?project=web')
      await world.ok('DELETE', '/v1/floating-ips/door?project=web')
      await world.ok('DELETE', '/v1/anti-affinity-groups/apart?project=web')
      await world.quiet()
      expect(await world.rowCounts()).toEqual(before)
    })

    test('a project with an instance cannot be deleted', async () => {
      const reply = await world.admin.raw('DELETE', '/v1/projects/other')
      expect(reply.status).toBe(400)
      expect(reply.body.message).toBe('project to be deleted contains an instance: twice')
      expect(world.errors).toEqual([])
    })
  })
})

const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB1lBBlrsgwsp/5kM7T9S9VpdBdxBmyyQzoWuOMvuDTe'
