// What a take-over refuses, and one where the volumes are in a directory of their own. Others are in server/installations.spec.ts.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#control/db/database.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { volumeFile } from '#drivers/files/blocks.ts'
import { MARK_NAME } from '#drivers/files/mark.ts'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { needing } from '../../scripts/needs.mjs'
import { clock } from '../clock.ts'
import { bootGuest, furnish, IN, SLOW, stateOf } from '../testing-guests.ts'
import { builtServer, type Replica, startReplica } from '../testing-replicas.ts'
import { planTakeOver, TAKING_OVER } from './take-over.ts'

const root = mkdtempSync(join(tmpdir(), 'rw-take-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const at = (name: string) => join(root, name)
const volumes = at('volumes')
const issuesOf = async (server: Replica) => JSON.stringify(await server.ok('GET', '/rackwright/issues'))

describe('a take-over that cannot be done', () => {
  let db: Database
  afterEach(() => db.close())

  async function plan(name: string, lastOptions: object, prepare?: (db: Database) => Promise<unknown>) {
    const data = at(name)
    mkdirSync(data)
    writeFileSync(join(data, 'installation-id'), `${randomUUID()}\n`)
    writeFileSync(join(data, 'last-options'), JSON.stringify(lastOptions))
    db = await openLibsql({ file: join(data, 'rackwright.db') })
    await migrate(db, clock.now())
    await prepare?.(db)
    const said: string[] = []
    const planned = planTakeOver(db, { data, machines: 'hosts', say: (text) => void said.push(text) })
    await planned.finally(() => expect(existsSync(join(data, TAKING_OVER))).toBe(said.length > 0))
    return said
  }

  test('is refused where machines are on hosts that were added', async () => {
    const now = clock.now().toISOString()
    const host = { address: '192.0.2.12', port: 22, login: 'rw', host_key: '', fingerprint: '' }
    const times = { time_created: now, time_modified: now }
    const addHost = (to: Database) =>
      to.transaction((tx) =>
        tx
          .insertInto('host')
          .values({ id: randomUUID(), sled_id: randomUUID(), ...host, ...times })
          .execute(),
      )
    await expect(plan('hosts', {}, addHost)).rejects.toThrow('the backup has added hosts: 192.0.2.12')
  })

  test('is refused where the volumes are on Ceph', async () => {
    await expect(plan('ceph', { volumes: 'rbd:rackwright' })).rejects.toThrow('on Ceph, in rbd:rackwright')
  })

  test('is refused where the directory of the volumes is not there', async () => {
    await expect(plan('unmounted', { volumes })).rejects.toThrow(`not in ${volumes}: mount them`)
  })

  test('of a rack without machines takes none', async () => {
    expect(await plan('empty', {})).toEqual(['There is no machine to take over.'])
  })
})

describe('volumes in a directory of their own', needing('machines'), () => {
  const servers: Replica[] = []
  let daemon: TestDaemon
  let built: string

  const run = (...args: string[]) => execFileSync(process.execPath, [built, ...args], { encoding: 'utf8' })
  const processOf = (id: string) => readFileSync(join(daemon.folder, `run/qemu/rackwright-${id}.pid`), 'utf8')

  async function start(name: string): Promise<Replica> {
    const server = await startReplica(built, ['--data', at(name), '--machines', daemon.uri, '--volumes', volumes])
    servers.push(server)
    await server.logIn()
    return server
  }

  beforeAll(async () => {
    ;[daemon, built] = await Promise.all([startTestDaemon(), builtServer()])
  }, 240_000)
  afterAll(async () => {
    for (const server of servers) await server.kill()
    await daemon?.remove()
  })

  test('go over where they are, and the original leaves them alone', { timeout: 300_000 }, async () => {
    const original = await start('original')
    await furnish(original, 2)
    const id = await bootGuest(original, 'db1')
    const pid = processOf(id)
    const { id: disk } = await original.ok('GET', `/v1/disks/db1${IN}`)
    run('backup', at('monday.tar.gz'), '--data', at('original'))

    const key = join(at('original'), 'secret-key')
    const line = ['--data', at('taker'), '--secret-key-file', key, '--take-over', '--machines', daemon.uri]
    expect(run('restore', at('monday.tar.gz'), ...line)).toContain('took over 1 machines')
    expect(existsSync(volumeFile(volumes, disk as string))).toBe(true)
    expect(readFileSync(join(volumes, MARK_NAME), 'utf8')).toBe(
      readFileSync(join(at('taker'), 'installation-id'), 'utf8'),
    )
    await expect.poll(() => issuesOf(original), SLOW).toContain('instance_taken_over')
    expect(await issuesOf(original)).toContain(`The volumes in ${volumes} belong to another installation`)
    expect(await stateOf(original, 'db1')).toBe('running')
    await original.kill()
    await expect(start('original')).rejects.toThrow('belong to another installation')

    cpSync(key, join(at('taker'), 'secret-key'))
    const taker = await start('taker')
    await expect.poll(() => stateOf(taker, 'db1'), SLOW).toBe('running')
    expect(processOf(id)).toBe(pid)
    await taker.ok('POST', `/rackwright/instances/db1/force-stop${IN}`)
    await expect.poll(() => stateOf(taker, 'db1'), SLOW).toBe('stopped')
    await taker.ok('POST', `/v1/instances/db1/start${IN}`)
    await expect.poll(() => stateOf(taker, 'db1'), SLOW).toBe('running')
  })
})
