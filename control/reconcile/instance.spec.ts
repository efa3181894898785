// Machines and instances converge, on every database: despite driver failures, guests that power off or reboot, vanishing
// machines, and automatic restarts.
import { beforeEach, describe, expect, test } from 'vitest'
import type { MachineSpec } from '#drivers/machines.ts'
import { beginStart, settle } from '../compute/instance-actions.ts'
import { breath, GIB, makeCompute, until, type Compute, onSled, SLED_ID } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { GONE } from './instance-decision.ts'

const HOUR = 3_600_000

/** A minute passes, and this does not happen. */
async function inVain(world: Compute, look: () => Promise<boolean>): Promise<void> {
  for (let second = 0; second < 60; second++) {
    await world.clock.advance(1_000)
    await breath()
  }
  expect(await look()).toBe(false)
}

eachDatabase((_name, open) => {
  describe('the instance loop', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
    })

    const machines = async () => (await world.host.machines.list(SLED_ID)).map(({ name, state }) => `${name} ${state}`)
    const started = async (name: string, more: Record<string, unknown> = {}) => {
      const { id } = await world.make(name, { start: true, ...more })
      return (await world.reach(id, 'running')).id
    }
    const type = async (id: string, text: string) => {
      const port = (await world.host.machines.console(onSled(id)))!
      await until(world, 'a login prompt', async () => {
        const found = await port.history({ most_recent: 64, max_bytes: 64 })
        return 'data' in found && new TextDecoder().decode(found.data).includes('login:')
      })
      await port.write(new TextEncoder().encode(`${text}\r`))
    }
    /** Waits some minutes, in which the loops check everything. */
    const later = async () => {
      world.clock.skip(3 * 60_000)
      for (let turn = 0; turn < 10; turn++) {
        await world.clock.advance(1_000)
        await breath()
      }
      await world.calm()
    }
    const outcomes = async (id: string) =>
      (
        await world.host.db.read
          .selectFrom('event')
          .select(['noun', 'operation'])
          .where('target_id', '=', id)
          .orderBy('seq')
          .execute()
      ).map(({ noun, operation }) => operation ?? noun)

    test('start, reboot, stop, delete: the machine follows, and every step is an event', async () => {
      const id = await started('db1', { ncpus: 2, memory: 4 * GIB })
      expect(await machines()).toEqual(['db1 running'])
      await world.act(id, 'reboot')
      await world.reach(id, 'rebooting')
      await world.calm()
      expect(await machines()).toEqual(['db1 rebooting'])
      await world.reach(id, 'running')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      await world.calm()
      expect(await machines()).toEqual([])
      await world.act(id, 'start')
      await world.reach(id, 'running')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      await world.ok('DELETE', `/v1/instances/${id}`)
      expect(await outcomes(id)).toEqual([
        'instance_create',
        'instance',
        'instance_reboot',
        'instance',
        'instance_stop',
        'instance',
        'instance_start',
        'instance',
        'instance_stop',
        'instance',
        'instance_delete',
      ])
      expect(await world.usage()).toEqual({ cpus: 0, memory: 0, storage: 0 })
      expect(world.errors).toEqual([])
    })

    test('the machine gets the resources of the instance', async () => {
      const specs: unknown[] = []
      const { machines } = world.host
      const ensure = machines.ensure.bind(machines)
      machines.ensure = async (spec) => {
        specs.push(spec)
        await ensure(spec)
      }
      const blank = { type: 'blank', block_size: 4096 }
      const id = await started('whole', {
        user_data: btoa('#cloud-config'),
        boot_disk: { type: 'create', name: 'boot', description: '', size: 2 * GIB, disk_source: blank },
      })
      const { boot_disk_id } = await world.view(id)
      const [nic] = (await world.ok('GET', `/v1/network-interfaces?instance=${id}`)).items as Record<string, unknown>[]
      expect(specs).toEqual([
        {
          id,
          name: 'whole',
          hostname: 'whole',
          sled_id: expect.any(String),
          generation: 1,
          architecture: 'x86_64',
          ncpus: 1,
          memory: GIB,
          disks: [{ id: boot_disk_id, location: { kind: 'memory' }, size: 2 * GIB, block_size: 4096, boot: true }],
          nics: [
            {
              id: nic!.id,
              mac: nic!.mac,
              ip: nic!.ip,
              subnet_id: nic!.subnet_id,
              prefix: 22,
              gateway: '172.30.0.1',
              dns_servers: [],
              mtu: 1442,
            },
          ],
          user_data: btoa('#cloud-config'),
          ssh_public_keys: [],
        },
      ])
    })

    test('stop while starting, and start again once it has stopped', async () => {
      const { id } = await world.make('hasty', { start: true })
      expect((await world.act(id, 'stop')).body.run_state).toBe('stopping')
      await world.reach(id, 'stopped')
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
      await world.act(id, 'start')
      await world.reach(id, 'running')
    })

    test('a machine that refuses to start fails the instance with a reason and frees the quota', async () => {
      const { id } = await world.make('refuses-to-start', { start: true, auto_restart_policy: 'never' })
      const failed = await world.reach(id, 'failed')
      expect(await world.failure(id)).toMatch(/^refuses-to-start does not start: /)
      expect(await world.ok('GET', `/rackwright/instances/refuses-to-start/failure?project=web`)).toEqual({
        reason: expect.any(String),
        time_failed: failed.time_run_state_updated,
      })
      await world.calm()
      expect(await machines()).toEqual([])
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
      expect((await world.act(id, 'stop')).body.run_state).toBe('stopped')
      expect(await world.failure(id)).toBeNull()
    })

    test('so does a machine that crashes later', async () => {
      const { id } = await world.make('fails-after-boot', { start: true, auto_restart_policy: 'never' })
      await world.reach(id, 'running')
      await world.reach(id, 'failed')
      expect(await world.failure(id)).toMatch(/stopped answering/)
    })

    test('a guest that powers off becomes stopped, one that reboots becomes rebooting', async () => {
      const id = await started('willful')
      await type(id, 'reboot')
      // short steps: on a busy machine the loop is slow, and the guest would be up again before it checks
      await world.reach(id, 'rebooting', 10)
      await world.reach(id, 'running')
      await type(id, 'poweroff')
      await world.reach(id, 'stopping', 10)
      expect(await world.usage()).toMatchObject({ cpus: 1 })
      await world.reach(id, 'stopped')
      expect(await world.usage()).toMatchObject({ cpus: 0 })
      await later()
      expect((await world.view(id)).run_state).toBe('stopped')
    })

    test('a delayed replica does not stop what another one started meanwhile', async () => {
      const { machines, db, clock } = world.host
      const { ensure, stop } = machines
      let spec: MachineSpec | undefined
      machines.ensure = async (given) => ensure((spec = given))
      const id = await started('contested')
      machines.stop = async (...given) => {
        machines.stop = stop
        await db.transaction(async (tx) => {
          const ctx = { db: tx, now: clock.now().toISOString(), host: world.host }
          const rows = tx.selectFrom('instance').selectAll().where('id', '=', id)
          await beginStart(ctx, await settle(ctx, await rows.executeTakeFirstOrThrow(), 'stopped'))
        })
        await machines.remove(onSled(id))
        await ensure({ ...spec!, generation: 2 })
        await stop(...given)
      }
      await world.act(id, 'stop')
      await world.reach(id, 'running')
      await later()
      expect((await world.view(id)).run_state).toBe('running')
    })

    test('a driver that hangs on one machine does not block others, and its late answer counts', async () => {
      const id = await started('mute')
      const { machines } = world.host
      const find = machines.find
      let answer: (() => void) | undefined
      const answered = new Promise<void>((resolve) => (answer = resolve))
      let asked = 0
      machines.find = async (each) => {
        if (each.id === id && asked++ === 0) await answered
        return find(each)
      }
      await world.act(id, 'stop')
      await started('other')
      expect((await world.view(id)).run_state).toBe('stopping')
      expect(asked).toBe(1)
      answer!()
      await world.reach(id, 'stopped')
    })

    test.each(['unreachable', 'hung'] as const)(
      'a sled that is %s keeps its instances as they are',
      async (condition) => {
        const id = await started('cut-off')
        const other = await world.make('elsewhere')
        world.hosts.set(SLED_ID, condition)
        await until(world, 'the sled to be left out', async () => {
          const loads = (await world.ok('GET', '/rackwright/sled-loads')).items as { unreachable: unknown }[]
          return loads[0]!.unreachable !== null
        })
        await inVain(world, async () => (await world.view(id)).run_state !== 'running')
        const place = await world.admin.raw('POST', `/v1/instances/${other.id}/start`)
        expect([place.status, place.body.message]).toEqual([507, expect.stringContaining('1 does not answer')])
        await world.act(id, 'stop')
        await inVain(world, async () => (await world.view(id)).run_state !== 'stopping')
        world.hosts.set(SLED_ID, 'up')
        await world.reach(id, 'stopped')
      },
    )

    test('a machine that another installation has taken over is left alone, with an issue, until it is given up', async () => {
      const id = await started('taken')
      const { machines: driver } = world.host
      const { find } = driver
      let isGone = false
      driver.find = async (at) => {
        const machine = at.id === id && isGone ? undefined : await find(at)
        return at.id === id && machine ? { ...machine, state: 'failed', is_taken_over: true } : machine
      }
      const issues = async () =>
        ((await world.ok('GET', '/rackwright/issues')).items as { kind: string }[]).map(({ kind }) => kind)
      await until(world, 'the issue', async () => (await issues()).includes('instance_taken_over'))
      await inVain(world, async () => (await world.view(id)).run_state !== 'running')
      // the other installation has ended it
      isGone = true
      await inVain(world, async () => (await world.view(id)).run_state !== 'running')
      expect(await issues()).toEqual(['instance_taken_over'])
      isGone = false
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      await until(world, 'no issue', async () => (await issues()).length === 0)
      expect(await machines()).toEqual(['taken running'])
    })

    test('the serial console of an instance on an unreachable sled says so', async () => {
      const id = await started('cut-off')
      world.hosts.set(SLED_ID, 'unreachable')
      const { status, body } = await world.admin.raw('GET', `/v1/instances/${id}/serial-console?from_start=0`)
      expect([status, body.message]).toEqual([503, 'the sled that the instance runs on cannot be reached'])
    })

    test('waits for a machine that is slow to stop', async () => {
      const id = await started('slow-to-stop')
      await world.act(id, 'stop')
      await world.clock.advance(8000)
      expect((await world.view(id)).run_state).toBe('stopping')
      await world.reach(id, 'stopped')
    })

    test('a vanished machine fails its instance, and an unknown machine is removed', async () => {
      const id = await started('lost', { auto_restart_policy: 'never' })
      await world.host.machines.remove(onSled(id))
      await world.reach(id, 'failed')
      expect(await world.failure(id)).toBe(GONE)
      const stray = { id: world.host.random.uuid(), name: 'stray', hostname: 'stray', sled_id: SLED_ID, generation: 1 }
      const architecture = 'x86_64' as const
      const size = { architecture, ncpus: 1, memory: GIB, disks: [], nics: [], user_data: '', ssh_public_keys: [] }
      await world.host.machines.ensure({ ...stray, ...size })
      await until(world, 'the stray machine to go', async () => (await machines()).length === 0)
    })

    test('a failed instance is restarted within about a minute, then not for an hour', async () => {
      const { id } = await world.make('fails-after-boot', { start: true })
      await world.reach(id, 'failed')
      const restarted = await world.reach(id, 'running')
      const at = restarted.time_last_auto_restarted!
      expect(Date.parse(restarted.time_run_state_updated) - Date.parse(at)).toBeLessThan(60_000)
      expect(restarted.auto_restart_cooldown_expiration).toBe(new Date(Date.parse(at) + HOUR).toISOString())
      const failed = await world.reach(id, 'failed')
      expect(failed.time_last_auto_restarted).toBe(at)
      await later()
      expect((await world.view(id)).run_state).toBe('failed')
      world.clock.skip(HOUR)
      const again = await until(world, 'a second restart', async () => {
        const instance = await world.view(id)
        return instance.time_last_auto_restarted !== at && instance
      })
      expect(Date.parse(again.time_last_auto_restarted!) - Date.parse(at)).toBeGreaterThanOrEqual(HOUR)
    })

    test('policy never prevents restarts until it is changed', async () => {
      const { id } = await world.make('refuses-to-start', { start: true, auto_restart_policy: 'never' })
      await world.reach(id, 'failed')
      await later()
      expect(await world.view(id)).toMatchObject({ run_state: 'failed', time_last_auto_restarted: null })
      await world.ok('PUT', `/v1/instances/${id}`, { ncpus: 1, memory: GIB, auto_restart_policy: 'best_effort' })
      await until(world, 'a restart', async () => (await world.view(id)).time_last_auto_restarted !== null)
    })

    test('an automatic restart without capacity waits and charges nothing', async () => {
      const { id } = await world.make('refuses-to-start', { start: true, ncpus: 40 })
      await world.reach(id, 'failed')
      await world.make('large', { start: true, ncpus: 60 })
      await later()
      expect(await world.view(id)).toMatchObject({ run_state: 'failed', time_last_auto_restarted: null })
      expect(await world.usage()).toMatchObject({ cpus: 60 })
      expect(world.errors).toEqual([])
    })

    test('a driver that cannot record machines fails the start with its reason, and is retried', async () => {
      const { machines } = world.host
      const ensure = machines.ensure.bind(machines)
      machines.ensure = async () => {
        throw Object.assign(new Error('the disk of the sled is full'), { name: 'DriverError', code: 'refused' })
      }
      const { id } = await world.make('unlucky', { start: true })
      await world.reach(id, 'failed')
      expect(await world.failure(id)).toBe('the sled refused the machine: the disk of the sled is full')
      machines.ensure = ensure
      await world.reach(id, 'running')
    })

    test('a faulted disk fails every start with its name, until it is deleted', async () => {
      const { volumes } = world.host
      const create = volumes.create.bind(volumes)
      volumes.create = async () => {
        throw new Error('no space left')
      }
      const disk_source = { type: 'blank', block_size: 512 }
      const disks = [{ type: 'create', name: 'data', description: '', size: GIB, disk_source }]
      const { id } = await world.make('db1', { start: true, disks, auto_restart_policy: 'never' })
      await world.reach(id, 'failed')
      volumes.create = create
      const reason = 'disk data is faulted: its content could not be created; delete it to start without it'
      expect(await world.failure(id)).toBe(reason)
      expect(await machines()).toEqual([])
      expect(await world.usage()).toEqual({ cpus: 0, memory: 0, storage: GIB })
      await world.act(id, 'start')
      await world.reach(id, 'failed')
      expect(await world.failure(id)).toBe(reason)
      await world.ok('DELETE', '/v1/disks/data?project=web')
      await world.act(id, 'start')
      await world.reach(id, 'running')
      expect(world.errors).toEqual([])
    })

    test('a faulted disk stays faulted after its instance is deleted', async () => {
      world.host.volumes.create = async () => {
        throw new Error('no space left')
      }
      const disk_source = { type: 'blank', block_size: 512 }
      const disks = [{ type: 'create', name: 'data', description: '', size: GIB, disk_source }]
      const { id } = await world.make('db1', { disks })
      await world.quiet()
      await world.ok('DELETE', `/v1/instances/${id}`)
      expect((await world.ok('GET', '/v1/disks/data?project=web')).state).toEqual({ state: 'faulted' })
    })
  })
})
