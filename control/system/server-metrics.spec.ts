// The fleet's figures that a server's metrics have, through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { IssueKind } from '#contract/issue.ts'
import type { FailedLogin, FleetFigures } from '../frame/ports/figures.ts'
import { GIB, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

eachDatabase((_name, open) => {
  describe('figures for the metrics', () => {
    let world: Compute
    let seen: FleetFigures | undefined
    let failed: FailedLogin[]
    beforeEach(async () => {
      failed = []
      world = await makeCompute(await open(), {
        async serverMetrics(figures) {
          seen = figures
          return { contentType: 'application/json', text: '{}' }
        },
        onFailedLogin: (login) => void failed.push(login),
      })
      await world.plane.stop()
    })

    async function figures(): Promise<FleetFigures> {
      expect((await world.admin.raw('GET', '/metrics')).status).toBe(200)
      return seen!
    }

    test('instances by state and issues by kind, with zeros', async () => {
      await world.make('fine')
      const { id } = await world.make('broken')
      const failure = { run_state: 'failed', failure_reason: 'test' } as const
      await world.host.db.transaction((tx) => tx.updateTable('instance').set(failure).where('id', '=', id).execute())
      const { instances, issues } = await figures()
      expect(instances).toHaveLength(10)
      expect(instances.filter(({ count }) => count > 0)).toEqual([
        { state: 'stopped', count: 1 },
        { state: 'failed', count: 1 },
      ])
      expect(new Set(issues.map(({ kind }) => kind))).toEqual(new Set(IssueKind.options))
      expect(issues.filter(({ count }) => count > 0)).toEqual([
        { kind: 'instance_failed', severity: 'error', count: 1 },
      ])
    })

    test('capacity is that of the sleds that accept instances', async () => {
      expect((await figures()).capacity).toEqual({ cpus: 64, memory: 256 * GIB })
      await world.ok('PUT', '/rackwright/cpu-overcommit', { ratio: 2 })
      expect((await figures()).capacity).toEqual({ cpus: 128, memory: 256 * GIB })
      const time_unreachable = world.clock.now().toISOString()
      await world.host.db.transaction((tx) => tx.updateTable('sled').set({ time_unreachable }).execute())
      expect((await figures()).capacity).toEqual({ cpus: 0, memory: 0 })
    })

    test('quotas are added up, and the fullest silo is told', async () => {
      const before = await figures()
      const quotas = { cpus: 4, memory: 8 * GIB, storage: 16 * GIB }
      const silo = await world.ok('POST', '/v1/system/silos', {
        name: 'acme',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas,
        tls_certificates: [],
      })
      const used = { cpus: 3, memory: 8 * GIB, storage: 0 }
      await world.host.db.transaction((tx) =>
        tx.updateTable('silo_usage').set(used).where('silo_id', '=', String(silo.id)).execute(),
      )
      const { quota, provisioned, highestQuotaUse } = await figures()
      expect(quota.cpus - before.quota.cpus).toBe(4)
      expect(provisioned.cpus - before.provisioned.cpus).toBe(3)
      expect(provisioned.memory - before.provisioned.memory).toBe(8 * GIB)
      expect(highestQuotaUse).toMatchObject({ cpus: 0.75, memory: 1 })
    })

    test('failed logins are counted, also those that were not checked', async () => {
      const path = '/v1/login/recovery/local'
      for (let n = 0; n < 6; n++) await world.anonymous.raw('POST', path, { username: 'nobody', password: 'wrong' })
      await world.anonymous.raw('POST', '/v1/login/no-such-silo/local', { username: 'nobody', password: 'wrong' })
      expect(failed).toEqual([
        ...Array.from({ length: 5 }, () => ({ method: 'password', reason: 'refused' })),
        { method: 'password', reason: 'throttled' },
      ])
    })
  })
})
