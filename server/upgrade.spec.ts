// Data of every released version since 0.2.0 opens in this one. scripts/upgrade-fixture.mjs makes the fixtures.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Libsql from 'libsql'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { administer, databaseUrl } from '#control/testing/postgres.ts'
import { onlyOn } from '#control/testing/engines.ts'
import { bind } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { construct } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { builtConsole, log } from './testing.ts'
import { postgresUrl } from '#control/testing/templates.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const PASSWORD = 'kept from version to version'
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function unpack(version: string, archive: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-upgrade-'))
  folders.push(folder)
  execFileSync('tar', ['-xzf', join(fixtures, version, archive), '-C', folder])
  return join(folder, 'data')
}

async function restoreDump(version: string): Promise<string> {
  const name = `upgrade_${version.replaceAll('.', '_')}`
  await administer(await postgresUrl(), `create database ${name}`)
  const url = databaseUrl(await postgresUrl(), name)
  const client = new Client({ connectionString: url })
  await client.connect()
  // psql's own commands are not SQL
  const dump = gunzipSync(readFileSync(join(fixtures, version, 'postgres.sql.gz'))).toString()
  await client.query(dump.replaceAll(/^\\.*$/gm, ''))
  await client.query(`set search_path = public; ${IMAGES}`)
  await client.end()
  return url
}

/** Reading the whole disk would block the server for so long that it closes idle connections. */
async function firstBytes(path: string, count: number): Promise<string> {
  const file = await openFile(path)
  const { buffer } = await file.read(Buffer.alloc(count), 0, count)
  await file.close()
  return buffer.toString()
}

/** The fixture has a disk and a snapshot of 1 GiB. These make it five, and the quota has room for three. */
const IMAGES = `
  insert into image (id, name, description, time_created, time_modified, os, version, size, block_size, silo_id, project_id)
  select '00000000-0000-4000-8000-00000000000' || n, 'image-' || n, '', project.time_created, project.time_created,
    'debian', '12', cast(1073741824 as bigint) * n, 512, project.silo_id, case n when 1 then null else project.id end
  from project cross join (select 1 as n union all select 2 as n) as numbers where project.name = 'kept';
  update silo_quota set storage = 3221225472 where silo_id = (select silo_id from project where name = 'kept');
`

/** In a version that counts images, they are charged, the silo keeps them, and its people see why nothing more fits. */
async function checkImages(send: Send): Promise<void> {
  expect((await send('GET', '/v1/images')).items).toMatchObject([{ name: 'image-1', size: 2 ** 30 }])
  expect((await send('GET', '/v1/images?project=kept')).items).toMatchObject([{ name: 'image-2', size: 2 ** 31 }])
  const { provisioned, capacity } = await send('GET', '/v1/utilization')
  expect([provisioned, capacity]).toMatchObject([{ storage: 5 * 2 ** 30 }, { storage: 3 * 2 ** 30 }])
  expect((await send('GET', '/rackwright/issues')).items).toContainEqual(
    expect.objectContaining({ kind: 'quota_near', resource: 'storage', severity: 'error', percent: 166 }),
  )
  const disk = { name: 'more', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  const refused = await send('POST', '/v1/disks?project=kept', disk, 507)
  expect(refused.message).toContain('Remove disks, snapshots and images that are not needed')
  await send('DELETE', '/v1/images/image-2?project=kept')
  expect((await send('GET', '/v1/utilization')).provisioned).toMatchObject({ storage: 3 * 2 ** 30 })
}

type Send = (method: string, path: string, body?: unknown, status?: number) => Promise<Record<string, unknown>>

/** Nothing was sampled between the last moment of the old version and now. */
async function checkGap(send: Send): Promise<void> {
  const span = `start_time=2026-11-01T00:00:00Z&end_time=${new Date(Date.now() + 60_000).toISOString()}&limit=1000`
  const typesOf = async () =>
    ((await send('GET', `/v1/system/metrics/cpus_provisioned?${span}`)).items as { datum: { type: string } }[]).map(
      ({ datum }) => datum.type,
    )
  await expect.poll(typesOf, { timeout: 30_000 }).toContain('missing')
  const types = await typesOf()
  // the level is known again where the gap ends
  expect(new Set(types.slice(types.indexOf('missing') + 1))).toEqual(new Set(['i64']))
}

async function check(data: string, more: string[] = []) {
  const options = readOptions(['--port', '0', '--data', data, ...more], {}) as Options
  const bound = await bind(options)
  const running = await construct(options, makePages(builtConsole()), log)
  bound.serve(running.host)
  let cookie = ''
  const send: Send = async (method, path, body, status) => {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(bound.url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await response.text()
    if (status === undefined) expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    else expect(response.status, `${method} ${path}: ${text}`).toBe(status)
    return text ? (JSON.parse(text) as Record<string, unknown>) : {}
  }
  try {
    await send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
    expect(await send('GET', '/v1/instances/web?project=kept')).toMatchObject({ run_state: 'running', ncpus: 1 })
    expect((await send('GET', '/v1/instances/web/external-ips?project=kept')).items).toContainEqual(
      expect.objectContaining({ kind: 'ephemeral', ip: expect.stringMatching(/^192\.0\.2\./) }),
    )
    expect(await send('GET', '/v1/snapshots/taken?project=kept')).toMatchObject({ state: 'ready' })
    const disk = await send('GET', '/v1/disks/imported?project=kept')
    expect(disk).toMatchObject({ state: { state: 'attached' }, size: 2 ** 30 })
    expect(await firstBytes(join(data, 'disks', `${disk.id as string}.blocks`), 16)).toBe('bytes of a disk ')
    expect((await send('GET', '/rackwright/audit')).items).toContainEqual(
      expect.objectContaining({ operation: 'project_create', target_name: 'kept' }),
    )
    // there was none to compare with, so the first one is kept
    await expect.poll(() => existsSync(join(data, 'audit-checkpoint')), { timeout: 30_000 }).toBe(true)
    expect(await send('GET', '/rackwright/audit/verification')).toMatchObject({
      problems: [],
      kept: expect.any(Number),
    })
    await checkGap(send)
    await checkImages(send)
    expect((await send('GET', '/rackwright/user-states')).items).toContainEqual(
      expect.objectContaining({ display_name: 'admin', enabled: true, must_enroll_again: false }),
    )
    await send('POST', '/v1/projects', { name: 'new', description: '' })
    await send('POST', '/v1/instances/web/stop?project=kept')
  } finally {
    await bound.close()
    await running.stop()
  }
}

describe.each(readdirSync(fixtures))('data of version %s', (version) => {
  test('opens from its SQLite directory', async () => {
    const data = unpack(version, 'sqlite.tar.gz')
    const file = new Libsql(join(data, 'rackwright.db'))
    file.exec(IMAGES)
    file.close()
    await check(data)
  })

  test('opens from its PostgreSQL dump', onlyOn('postgres'), async () => {
    await check(unpack(version, 'postgres.tar.gz'), ['--database-url', await restoreDump(version)])
  })
})
