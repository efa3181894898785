// Which alerts are raised, and that each is raised once.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { makeSilo } from '../testing/authz-world.ts'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { alertConditionLoop } from './alert-condition.ts'

const MINUTE = 60_000

eachDatabase((_name, open) => {
  describe('conditions', () => {
    let db: Database
    let world: World
    let space = { free: 50, total: 100 }
    let lastBackup: Date | undefined
    const host = { space: async () => space, lastBackup: async () => lastBackup }
    const step = () => alertConditionLoop(world.host).step()
    const alerts = async () =>
      (await world.admin.raw('GET', '/rackwright/alerts')).body.items as { alert_class: string; id: string }[]
    const classes = async () => (await alerts()).map((alert) => alert.alert_class)
    beforeEach(async () => {
      space = { free: 50, total: 100 }
      lastBackup = undefined
      db = await open()
      world = await makeWorld(db, host)
    })
    afterEach(() => world.stop())

    test('a condition is reported when it begins, and again only after it has ended', async () => {
      await step()
      expect(await alerts()).toEqual([])
      space = { free: 5, total: 100 }
      await step()
      await step()
      expect(await alerts()).toMatchObject([{ alert_class: 'space.low', data: { severity: 'error', percent: 95 } }])
      space = { free: 50, total: 100 }
      await step()
      world.clock.skip(5 * MINUTE)
      space = { free: 5, total: 100 }
      await step()
      // it was gone for too short a time
      expect(await alerts()).toHaveLength(1)
      space = { free: 50, total: 100 }
      await step()
      world.clock.skip(11 * MINUTE)
      expect(await alerts()).toMatchObject([{ state: 'open' }])
      await step()
      expect(await alerts()).toMatchObject([{ state: 'resolved' }])
      space = { free: 5, total: 100 }
      await step()
      expect(await classes()).toEqual(['space.low', 'space.low'])
      expect(await alerts()).toMatchObject([
        { state: 'resolved', time_resolved: expect.any(String) },
        { state: 'open', time_resolved: null, sentence: 'Disk space is 95% used' },
      ])
    })

    test('neither a restart nor another replica reports it again', async () => {
      space = { free: 5, total: 100 }
      const other = await makeWorld(db, { ...host, clock: world.clock }, world.admin.session)
      await Promise.all([step(), alertConditionLoop(other.host).step(), step()])
      await other.stop()
      expect(await classes()).toEqual(['space.low'])
    })

    test('an issue names the alert that reported it, to operators', async () => {
      space = { free: 5, total: 100 }
      await step()
      const [alert] = await alerts()
      const { items } = (await world.admin.raw('GET', '/rackwright/issues')).body
      expect(items).toContainEqual(expect.objectContaining({ kind: 'space_low', alert_id: alert!.id }))
      expect(items).toContainEqual(expect.objectContaining({ kind: 'no_default_pool', alert_id: null }))
      const view = (await world.admin.raw('GET', `/rackwright/alerts/${alert!.id}`)).body
      expect(view).toMatchObject({ alert_class: 'space.low', deliveries: [] })
    })

    test('a backup is missed after two days, but not where none was ever made', async () => {
      await step()
      expect(await alerts()).toEqual([])
      lastBackup = new Date(world.clock.now().getTime() - 49 * 60 * MINUTE)
      await step()
      expect(await classes()).toEqual(['backup.missed'])
    })

    test('a schedule of the server may be weekly, and has an issue of its own', async () => {
      const place = { kind: 'directory', folder: 'tapes' }
      const body = { name: 'tapes', description: '', place }
      const { id } = (await world.admin.raw('POST', '/rackwright/system/backup-targets', body)).body
      const turn = (is_enabled: boolean) =>
        world.admin.raw('PUT', '/rackwright/installation-backup-schedule', {
          backup_target_id: id,
          is_enabled,
          schedule: { kind: 'weekly', weekday: 'sunday', time: '03:00', zone: 'UTC' },
          keep: { hourly: 0, daily: 0, weekly: 4, monthly: 0 },
        })
      expect((await turn(true)).status).toBe(200)
      lastBackup = new Date(world.clock.now().getTime() - 6 * 24 * 60 * MINUTE)
      await step()
      expect(await classes()).toEqual([])
      await turn(false)
      await step()
      expect(await classes()).toEqual(['backup.missed'])
    })

    test('a sled that does not answer', async () => {
      const time_unreachable = world.clock.now().toISOString()
      await db.transaction((tx) => tx.updateTable('sled').set({ time_unreachable }).execute())
      await step()
      expect(await classes()).toContain('sled.unreachable')
    })

    test('many wrong passwords raise one alert an hour for each silo', async () => {
      await makeSilo(world.admin, 'acme')
      const guess = async (silo: string, username: string) => {
        for (let count = 0; count < 6; count++)
          await world.anonymous.raw('POST', `/v1/login/${silo}/local`, { username, password: 'wrong' })
      }
      await guess('acme', 'ann')
      await guess('acme', 'bob')
      await guess('recovery', 'ann')
      expect(await classes()).toEqual(['login.throttled', 'login.throttled'])
      const data = (await alerts()).map((alert) => (alert as unknown as { data: object }).data)
      expect(data).toContainEqual({ silo_id: expect.any(String), silo_name: 'acme', address: '127.0.0.1' })
      expect(JSON.stringify(await alerts())).not.toContain('ann')
    })
  })

  describe('events', () => {
    let world: Compute
    beforeEach(async () => void (world = await makeCompute(await open())))
    afterEach(() => world.stop())

    test('an instance that fails and is restarted raises two alerts that name it, and both are over', async () => {
      const { id } = await world.make('db1', { auto_restart_policy: 'best_effort' })
      await world.act(id, 'start')
      await world.reach(id, 'running')
      const [machine] = await world.host.db.read.selectFrom('instance').select('sled_id').where('id', '=', id).execute()
      await world.host.machines.remove({ id, sled_id: machine!.sled_id! })
      const classes = async () =>
        ((await world.admin.raw('GET', '/rackwright/alerts')).body.items as { alert_class: string }[]).map(
          (alert) => alert.alert_class,
        )
      for (let turn = 0; turn < 200 && (await classes()).length < 2; turn++) await world.clock.advance(1000)
      expect(await classes()).toEqual(['instance.failed', 'instance.restarted'])
      const { items } = (await world.admin.raw('GET', '/rackwright/alerts')).body
      const where = 'in project web of silo recovery'
      expect(items).toMatchObject([
        {
          sentence: `Instance db1 ${where} failed`,
          severity: 'error',
          data: { instance_id: id, instance_name: 'db1' },
        },
        { sentence: `Instance db1 ${where} was restarted automatically`, state: 'resolved' },
      ])
      await alertConditionLoop(world.host).step()
      expect((await world.admin.raw('GET', '/rackwright/alerts')).body.items).toMatchObject([
        { state: 'resolved' },
        { state: 'resolved' },
      ])
    })
  })
})
