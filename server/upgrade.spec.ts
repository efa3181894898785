// Data of every released version since 0.2.0 opens in this one. scripts/upgrade-fixture.mjs makes the fixtures.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
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

async function check(data: string, more: string[] = []) {
  const options = readOptions(['--port', '0', '--data', data, ...more], {}) as Options
  const bound = await bind(options)
  const running = await construct(options, makePages(builtConsole()), log)
  bound.serve(running.host)
  let cookie = ''
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(bound.url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
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
    await send('POST', '/v1/projects', { name: 'new', description: '' })
    await send('POST', '/v1/instances/web/stop?project=kept')
  } finally {
    await bound.close()
    await running.stop()
  }
}

describe.each(readdirSync(fixtures))('data of version %s', (version) => {
  test('opens from its SQLite directory', () => check(unpack(version, 'sqlite.tar.gz')))

  test('opens from its PostgreSQL dump', onlyOn('postgres'), async () => {
    await check(unpack(version, 'postgres.tar.gz'), ['--database-url', await restoreDump(version)])
  })
})
