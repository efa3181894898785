// The checklist of a new silo, through the API, on every database.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { eachDatabase } from '../testing/databases.ts'
import { instanceBody, makeCompute, until, type Compute } from '../testing/compute.ts'
import { makeWorld, PASSWORD, type Person } from '../testing/world.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ann@desk'
const viewed = async (person: Person) => (await person.raw('GET', '/rackwright/first-steps')).body.steps

eachDatabase((_name, open) => {
  test('in an empty installation no step is done', async () => {
    const world = await makeWorld(await open())
    expect(await viewed(world.admin)).toEqual({
      ip_pool: null,
      needs_external_network: false,
      external_network: null,
      ssh_key: false,
      project: null,
      image: null,
      instance: null,
    })
    await world.stop()
  })

  test('on OVN, the default pool has to be in an external network', async () => {
    const world = await makeCompute(await open(), { can: { ...simulatedCapabilities, needs_external_networks: true } })
    expect(await viewed(world.admin)).toMatchObject({
      ip_pool: 'external',
      needs_external_network: true,
      external_network: null,
    })
    await world.ok('POST', '/rackwright/system/external-networks', {
      name: 'campus',
      description: '',
      physical_network: 'provider',
      prefix: '10.200.0.0/16',
      next_hop: '10.200.255.1',
      ip_pools: ['external'],
    })
    expect(await viewed(world.admin)).toMatchObject({ external_network: 'campus' })
    await world.stop()
  })

  describe('first steps', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
    })
    afterEach(async () => {
      expect(world.errors).toEqual([])
      await world.stop()
    })

    async function addUser(name: string): Promise<Person> {
      await world.ok('POST', '/v1/system/identity-providers/local/users?silo=recovery', {
        external_id: name,
        password: { mode: 'password', value: PASSWORD },
      })
      return world.login('recovery', name)
    }

    async function makeImage(): Promise<void> {
      await world.ok('POST', '/v1/disks?project=web', {
        name: 'source',
        description: '',
        size: 2 ** 30,
        disk_source: { type: 'blank', block_size: 512 },
      })
      await world.quiet()
      const snapshot = { name: 'shot', description: '', disk: 'source' }
      const { id } = await world.ok('POST', '/v1/snapshots?project=web', snapshot)
      await world.quiet()
      await until(world, 'the snapshot', async () => {
        return (await world.ok('GET', `/v1/snapshots/${String(id)}`)).state === 'ready'
      })
      const source = { type: 'snapshot', id }
      const image = { name: 'tiny', description: '', os: 'none', version: '1', source }
      await world.ok('POST', '/v1/images?project=web', image)
    }

    test('complete automatically, and end when a user connects to an instance', async () => {
      expect(await viewed(world.admin)).toMatchObject({ ip_pool: 'external', project: 'web', image: null })
      await world.ok('POST', '/v1/me/ssh-keys', { name: 'desk', description: '', public_key: KEY })
      await makeImage()
      const { id } = await world.make('first', { start: true })
      await world.reach(id, 'running')
      expect(await viewed(world.admin)).toEqual({
        ip_pool: 'external',
        needs_external_network: false,
        external_network: null,
        ssh_key: true,
        project: 'web',
        image: 'tiny',
        instance: { name: 'first', run_state: 'running' },
      })
      const url = `http://rack.test/v1/instances/${id}/serial-console/stream`
      const accepted = await world.plane.upgrade(new Request(url), {
        address: '127.0.0.1',
        secure: false,
        session: world.admin.session,
      })
      let leave: (() => void) | undefined
      if (typeof accepted !== 'function') throw new Error('refused')
      accepted({
        send: () => undefined,
        buffered: () => 0,
        close: () => undefined,
        onMessage: () => undefined,
        onClose: (left) => (leave = left),
      })
      await until(world, 'the end of the first steps', async () => (await viewed(world.admin)) === null)
      leave?.()
      const end = async () => (await world.admin.raw('GET', '/rackwright/first-steps')).body.is_finished
      expect(await end()).toBe(true)
      // they end for good: deleting the instance does not bring them back
      await world.ok('POST', `/v1/instances/${id}/stop`)
      await world.reach(id, 'stopped')
      await world.ok('DELETE', `/v1/instances/${id}`)
      expect(await viewed(world.admin)).toBeNull()
      // what comes next stays until it is dismissed
      expect(await end()).toBe(true)
      await world.admin.raw('POST', '/rackwright/first-steps/dismiss')
      expect(await end()).toBe(false)
    })

    test('are over in a silo with several instances', async () => {
      await world.make('one')
      expect(await viewed(world.admin)).toMatchObject({ instance: { name: 'one', run_state: 'stopped' } })
      await world.ok('POST', '/v1/instances?project=web', instanceBody('two'))
      expect(await viewed(world.admin)).toBeNull()
    })

    test('are shown to administrators only, who can dismiss them', async () => {
      const member = await addUser('mia')
      expect(await viewed(member)).toBeNull()
      expect((await member.raw('POST', '/rackwright/first-steps/dismiss')).status).toBe(403)
      expect(await viewed(world.admin)).not.toBeNull()
      expect((await world.admin.raw('POST', '/rackwright/first-steps/dismiss')).status).toBe(204)
      expect(await viewed(world.admin)).toBeNull()
      // idempotent
      expect((await world.admin.raw('POST', '/rackwright/first-steps/dismiss')).status).toBe(204)
    })
  })
})
