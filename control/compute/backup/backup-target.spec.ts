// Backup targets through the API: what is refused at once, what is never shown, and the certificate authority of an S3 server.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMemoryBackups, type MemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { makeAuthority } from '../../testing/certificates.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeStorage, sha256, type Storage } from '../../testing/storage.ts'

const TARGETS = '/rackwright/system/backup-targets'

eachDatabase((_name, open) => {
  describe('backup targets', () => {
    let w: Storage
    let engine: MemoryBackups
    beforeEach(async () => {
      engine = makeMemoryBackups(sha256)
      w = await makeStorage(await open(), { backupEngine: engine })
    })

    const refusal = async (place: unknown) => {
      const reply = await w.admin.raw('POST', TARGETS, { name: 'odd', description: '', place })
      expect(reply.status).toBe(400)
      return reply.body.message
    }

    test('a target that does not work, or lies elsewhere, is refused', async () => {
      for (const folder of ['', '/etc', '..', 'a/../b', 'a//b', '-x', 'a b'])
        expect(await refusal({ kind: 'directory', folder })).toContain('directory')
      engine.trouble = 'gone'
      expect(await refusal({ kind: 'directory', folder: 'tapes' })).toContain('the target is gone')
    })

    test('the private key of a server is never shown', async () => {
      const secret = '-----BEGIN OPENSSH PRIVATE KEY-----\nhush\n-----END OPENSSH PRIVATE KEY-----'
      const place = {
        kind: 'sftp',
        host: 'backup.example.com',
        username: 'rack',
        folder: 'tapes',
        host_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDlMZ5Vb1yP5eQe6o8hK0LJ9O1mH0z7pYw3b2o1n0c9k',
      }
      const made = await w.post(TARGETS, { name: 'far', description: '', place: { ...place, private_key: secret } })
      expect(made.place).toEqual({ ...place, port: 22 })
      const rows = await w.host.db.read.selectFrom('backup_target').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('hush')
    })

    test('the secret access key of a bucket is never shown, and an endpoint is one host', async () => {
      const place = { kind: 's3', endpoint: 'https://s3.example.com', bucket: 'tapes', access_key_id: 'rack' }
      const body = { name: 'far', description: '', place: { ...place, secret_access_key: 'hush' } }
      expect((await w.post(TARGETS, body)).place).toEqual({ ...place, prefix: '', region: 'us-east-1', ca: null })
      const rows = await w.host.db.read.selectFrom('backup_target').selectAll().execute()
      expect(JSON.stringify([rows, await w.get(TARGETS)])).not.toContain('hush')
      for (const endpoint of ['s3.example.com', 'ftp://s3.example.com', 'https://a:b@c', 'https://a/b', 'https://a?b'])
        expect(await refusal({ ...body.place, endpoint })).toContain('endpoint')
    })

    test('the certificate authority of a server is checked, used, and replaced', async () => {
      const authority = await makeAuthority()
      const other = (await makeAuthority()).root
      const { key } = await authority.leaf()
      const s3 = { kind: 's3', endpoint: 'https://s3.example.com', bucket: 'tapes', access_key_id: 'rack' }
      const place = { ...s3, secret_access_key: 'hush' }
      const expired = (await authority.leaf({ notAfter: '2025-02-01T00:00:00Z' })).cert
      for (const [ca, why] of [
        ['not PEM', 'it holds no PEM certificate'],
        [key, 'found "PRIVATE KEY"'],
        [expired, 'expired at'],
        ['x'.repeat(70_000), 'ca'],
      ])
        expect(await refusal({ ...place, ca })).toContain(why)
      const far = { name: 'far', description: '', place: { ...place, ca: authority.root } }
      const made = await w.post(TARGETS, far)
      expect(made.place).toMatchObject({ ca: authority.root })
      await w.post(`${TARGETS}/far/silos`, { silo: 'recovery' })
      await w.put('/rackwright/installation-backup-schedule', {
        backup_target_id: made.id,
        is_enabled: false,
        schedule: { kind: 'hours', every: 6, zone: 'UTC' },
        keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
      })
      expect((await w.admin.raw('POST', '/rackwright/installation-backups', {})).status).toBe(202)
      expect((await w.admin.raw('POST', '/rackwright/installation-backup-recovery')).status).toBe(200)

      // what goes to it must not wait for the next attempt
      const time_retry = '2030-01-01T00:00:00.000Z'
      await w.host.db.transaction(async (tx) => {
        await tx.updateTable('backup_repository').set({ time_retry }).execute()
        await tx.updateTable('installation_backup').set({ time_retry }).execute()
      })
      const update = (target: string, ca: string | null) =>
        w.admin.raw('PUT', `${TARGETS}/${target}`, { name: null, description: null, ca })
      expect((await update('far', expired)).status).toBe(400)
      expect((await update('far', null)).body.place).toMatchObject({ ca: authority.root })
      const { read } = w.host.db
      const retries = async () => [
        ...(await read.selectFrom('backup_repository').select('time_retry').execute()),
        ...(await read.selectFrom('installation_backup').select('time_retry').execute()),
      ]
      const recovery = async () =>
        (await read.selectFrom('installation_repository').select('time_recovery').executeTakeFirst())?.time_recovery
      expect(await retries()).toEqual([{ time_retry }, { time_retry }])
      expect(await recovery()).not.toBeNull()
      expect((await update('far', other)).body.place).toMatchObject({ ca: other })
      expect(await retries()).toEqual([{ time_retry: null }, { time_retry: null }])
      // the recovery file that somebody has names the old one
      expect(await recovery()).toBeNull()
      expect((await update('far', '')).body.place).toMatchObject({ ca: null })
      await w.post(TARGETS, { name: 'near', description: '', place: { kind: 'directory', folder: 'near' } })
      expect((await update('near', other)).body.message).toContain('only S3 servers')
    })

    test('a target of an earlier version has no certificate authority of its own', async () => {
      const place = { kind: 's3', endpoint: 'https://s3.example.com', bucket: 'tapes', access_key_id: 'rack' }
      const body = { name: 'far', description: '', place: { ...place, secret_access_key: 'hush' } }
      const { id } = await w.post(TARGETS, body)
      const old = { ...place, prefix: '', region: 'us-east-1' } as never
      await w.host.db.transaction((tx) =>
        tx
          .updateTable('backup_target')
          .set({ place: old })
          .where('id', '=', id as string)
          .execute(),
      )
      expect((await w.get(`${TARGETS}/far`)).place).toMatchObject({ ca: null })
    })
  })
})
