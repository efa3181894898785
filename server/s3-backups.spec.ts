// Real repositories of restic at a real server of S3, radosgw of Ceph, through the proxy that keeps to the rule for outgoing connections.
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupEngineCases, fetched, sample, toStore } from '#drivers/backup-engine.cases.ts'
import type { BackupEngine, BackupPlace } from '#drivers/backup-engine.ts'
import { ACCESS, freePort, type Radosgw, startRadosgw } from '#drivers/restic/testing/radosgw.ts'
import { needing } from '../scripts/needs.mjs'
import { openBackupEngine } from './backup-engine.ts'
import { makeOutgoing, type Outgoing } from './outgoing/reach.ts'

const allowed = makeOutgoing({ allowLocalBackups: true })
const engineWith = (outgoing: Outgoing): BackupEngine => openBackupEngine({ backupRoot: undefined }, outgoing)!

/** As if a name server led to this machine: restic asks no proxy for a loopback address. */
const named: Outgoing = (use) => ({ ...allowed(use), addressOf: async () => '127.0.0.1' })
const withName = (text: string) => text.replace('127.0.0.1', 's3.example.com')

describe('S3', needing('s3'), () => {
  let server: Radosgw
  beforeAll(async () => {
    server = await startRadosgw()
  }, 120_000)
  afterAll(() => server.end())

  let count = 0
  const placeAt = (more: Partial<Extract<BackupPlace, { kind: 's3' }>> = {}): BackupPlace => ({
    kind: 's3',
    endpoint: withName(server.endpoint),
    bucket: 'tapes',
    prefix: `silo-${count++}`,
    region: 'us-east-1',
    ca: null,
    ...ACCESS,
    ...more,
  })

  backupEngineCases('S3', async () => ({
    engine: engineWith(named),
    repository: { place: placeAt(), id: 'r1', key: 'a secret key' },
  }))

  test('a wrong access key, and a server that is not there, are said at once', async () => {
    const engine = engineWith(named)
    await engine.check(placeAt())
    for (const wrong of [{ secret_access_key: 'another' }, { access_key_id: 'another' }])
      await expect(engine.create({ place: placeAt(wrong), id: 'r1', key: 'k' })).rejects.toMatchObject({
        code: 'refused',
      })
    const nowhere = placeAt({ endpoint: `http://s3.example.com:${await freePort()}` })
    await expect(engine.check(nowhere)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('a server with a private certificate authority is trusted if the target has that authority', async () => {
    const engine = engineWith(named)
    const secure = (ca: string | null, host = 's3.example.com') =>
      placeAt({ endpoint: server.secure.replace('127.0.0.1', host), ca })
    const repository = { place: secure(server.ca), id: 'r1', key: 'a secret key' }
    await engine.check(repository.place)
    await engine.create(repository)
    const bytes = sample(300_000, 3)
    const quietly = { signal: new AbortController().signal, onProgress: () => undefined }
    await engine.store(repository, toStore('one', bytes), quietly)
    expect(Buffer.compare(await fetched(engine, repository, 'one'), bytes)).toBe(0)
    for (const ca of [null, server.otherCa])
      await expect(engine.check(secure(ca))).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining('was not signed by the certificate authority of the target'),
      })
    await expect(engine.check(secure(server.ca, 'another.example.com'))).rejects.toMatchObject({
      code: 'refused',
      message: 'the certificate is for another server',
    })
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(`rackwright-restic-${process.pid}-`))).toEqual([])
  })

  test('this machine is not reached without the option', async () => {
    const engine = engineWith(makeOutgoing())
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      await expect(
        engine.check(placeAt({ endpoint: `http://${host}:${new URL(server.endpoint).port}` })),
      ).rejects.toThrow('not allowed')
  })
})
