// What happened to instances without a request, in their activity: through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeCompute, onSled, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

interface Entry {
  operation: string | null
  outcome: string | null
  reason: string | null
  actor_id: string | null
  status: number | null
}

eachDatabase((_name, open) => {
  describe('activity without a request', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
      return () => world.plane.stop()
    })
    const activity = async (query: string) =>
      ((await world.ok('GET', `/rackwright/activity?project=web&${query}`)) as unknown as { items: Entry[] }).items
    const told = async (query: string) => (await activity(query)).map((entry) => entry.outcome ?? entry.operation)
    const type = async (id: string, line: string) => {
      const port = (await world.host.machines.console(onSled(id)))!
      await until(world, 'a login prompt', async () => {
        const found = await port.history({ most_recent: 64, max_bytes: 64 })
        return 'data' in found && new TextDecoder().decode(found.data).includes('login:')
      })
      await port.write(new TextEncoder().encode(`${line}\r`))
    }

    test('a failure with its reason, and the automatic restart', async () => {
      const { id } = await world.make('fails-after-boot', { start: true })
      await world.reach(id, 'failed')
      const [failed] = await activity('instance=fails-after-boot')
      expect(failed).toMatchObject({ operation: null, outcome: 'failed', actor_id: null, status: null })
      expect(failed!.reason).toMatch(/stopped answering/)
      await until(world, 'a restart', async () => (await told('')).includes('restarted'))
      const all = await told('instance=fails-after-boot')
      expect(all.slice(all.indexOf('restarted'))).toEqual(['restarted', 'failed', 'instance_create'])
      // filters by what a request has leave them out, and the audit log has only requests
      expect(await told('result=ok')).toEqual(['instance_create', 'project_create'])
      expect(await told('actor=admin')).not.toContain('failed')
      const audit = (await world.ok('GET', '/rackwright/audit')) as unknown as { items: Entry[] }
      expect(audit.items.every(({ operation }) => operation !== null)).toBe(true)
    })

    test('a guest that reboots and powers off by itself, but not what was requested', async () => {
      const { id } = await world.make('willful', { start: true })
      await world.reach(id, 'running')
      await world.act(id, 'reboot')
      await world.reach(id, 'running')
      expect(await told('instance=willful')).toEqual(['instance_reboot', 'instance_create'])
      await type(id, 'reboot')
      await world.reach(id, 'rebooting', 10)
      await world.reach(id, 'running')
      await type(id, 'poweroff')
      await world.reach(id, 'stopped')
      expect((await told('instance=willful')).slice(0, 2)).toEqual(['shut_down', 'rebooted'])
      await world.act(id, 'start')
      await world.reach(id, 'running')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      expect((await told('instance=willful'))[0]).toBe('instance_stop')
    })
  })
})
