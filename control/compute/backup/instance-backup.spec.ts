// Backups of instances, on every database: what they describe, and the instance that is restored from one.
import { describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { breath, GIB, makeCompute, until } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'

const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDlMZ5Vb1yP5eQe6o8hK0LJ9O1mH0z7pYw3b2o1n0c9k me'

eachDatabase((_name, open) => {
  describe('a backup of an instance', () => {
    test('is restored as a stopped instance with its size, disks, labels and keys', async () => {
      const world = await makeCompute(await open())
      const { ok } = world
      await ok('POST', '/v1/me/ssh-keys', { name: 'mine', description: '', public_key: PUBLIC_KEY })
      const source = await world.make('db1', {
        ncpus: 2,
        memory: 2 * GIB,
        user_data: btoa('#cloud-config'),
        boot_disk: {
          type: 'create',
          name: 'boot',
          description: '',
          size: GIB,
          disk_source: { type: 'blank', block_size: 512 },
        },
      })
      await ok('PUT', `/rackwright/labels/instance/${source.id}`, { labels: ['prod'] })
      const targets = '/rackwright/system/backup-targets'
      const place = { kind: 'directory', folder: 'tapes' }
      const target = await ok('POST', targets, { name: 'tapes', description: '', place })
      await ok('POST', `${targets}/tapes/silos`, { silo: 'recovery' })
      const policies = '/rackwright/protection-policies'
      await ok('POST', `${policies}?project=web`, {
        name: 'nightly',
        description: '',
        schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
        keep: { hourly: 0, daily: 2, weekly: 0, monthly: 0 },
        covers: { kind: 'all' },
      })
      await ok('PUT', `${policies}/nightly/backup-target?project=web`, { backup_target_id: target.id })
      await ok('POST', `${policies}/nightly/run?project=web`)
      const backup = await until(world, 'the backup', async () => {
        await breath()
        const [found] = (await ok('GET', '/rackwright/backups?project=web')).items as Wire<'Backup'>[]
        return found?.state === 'ready' && found
      })
      expect(backup).toMatchObject({ noun: 'instance', resource_name: 'db1', disks: [{ name: 'boot', is_boot: true }] })

      const restore = `/rackwright/backups/${backup.id}/restore`
      const taken = await world.admin.raw('POST', restore, { name: 'db1', as: 'instance' })
      expect([taken.status, taken.body.error_code]).toEqual([400, 'ObjectAlreadyExists'])
      await ok('POST', restore, { name: 'db2', as: 'instance' })
      const made = await until(world, 'the restore', async () => {
        const [found] = (await ok('GET', '/rackwright/backup-restores?project=web')).items as Wire<'BackupRestore'>[]
        return found?.state === 'done' && ok('GET', '/v1/instances/db2?project=web')
      })
      expect(made).toMatchObject({ run_state: 'stopped', ncpus: 2, memory: 2 * GIB, hostname: 'db1' })
      const disks = (await ok('GET', '/v1/instances/db2/disks?project=web')).items as { id: string; name: string }[]
      expect(disks.map(({ name }) => name)).toEqual(['db2-boot'])
      expect(made.boot_disk_id).toBe(disks[0]!.id)
      const list = async (path: string) => (await ok('GET', path)).items as Record<string, unknown>[]
      const nics = '/v1/network-interfaces?project=web&instance='
      const [before, after] = [await list(`${nics}db1`), await list(`${nics}db2`)]
      expect(after.map(({ name, subnet_id }) => [name, subnet_id])).toEqual(
        before.map(({ name, subnet_id }) => [name, subnet_id]),
      )
      expect(after[0]!.ip).not.toBe(before[0]!.ip)
      expect(await list('/v1/instances/db2/ssh-public-keys?project=web')).toMatchObject([{ public_key: PUBLIC_KEY }])
      expect((await ok('GET', `/rackwright/labels/instance/${String(made.id)}`)).labels).toEqual(['prod'])
      expect(world.errors).toEqual([])
      await world.stop()
    })
  })
})
