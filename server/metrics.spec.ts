// The metrics of a running server, on each of its databases, and what Prometheus' own checker says about them.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaultEngines } from '#control/testing/engines.ts'
import { administer, databaseUrl } from '#control/testing/postgres.ts'
import { runCommand } from './command.ts'
import { bind, type Bound } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { construct, type Running } from './main.ts'
import { makeServerMetrics } from './metrics.ts'
import { type Options, readOptions } from './options.ts'
import { random } from './random.ts'
import { builtConsole, log } from './testing.ts'
import { needing } from '../scripts/needs.mjs'
import { postgresUrl } from '#control/testing/templates.ts'

const PASSWORD = 'correct horse'
const VERSION = /^rackwright_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m
const NOTHING = { cpus: 0, memory: 0, storage: 0 }
const EMPTY_SITE = {
  instances: [],
  issues: [],
  failing: [],
  capacity: NOTHING,
  provisioned: NOTHING,
  quota: NOTHING,
  highestQuotaUse: NOTHING,
  loops: [],
  connections: undefined,
  space: { free: 1, total: 2 },
  lastBackup: undefined,
}

test('requests are counted by kind, method and status, and unknown methods share a label', async () => {
  const metrics = makeServerMetrics('1.2.3')
  const server = createServer((incoming, outgoing) => {
    metrics.observe(incoming, outgoing, incoming.url !== '/')
    outgoing.statusCode = incoming.url === '/' ? 200 : 404
    outgoing.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await fetch(url)
  await fetch(`${url}/v1/nothing`)
  await fetch(`${url}/v1/nothing`, { method: 'PROPFIND' })
  server.closeAllConnections()
  await once(server.close(), 'close')

  const { contentType, text } = await metrics.print(EMPTY_SITE)
  expect(contentType).toContain('text/plain')
  const count = 'rackwright_http_request_duration_seconds_count'
  expect(text).toContain(`${count}{kind="console",method="GET",status="200"} 1`)
  expect(text).toContain(`${count}{kind="api",method="GET",status="404"} 1`)
  expect(text).toContain(`${count}{kind="api",method="other",status="404"} 1`)
  expect(text).toContain('rackwright_http_requests_open 0')
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
})

describe.each(defaultEngines(['libsql', 'postgres']))('a running server on %s', (engine) => {
  const data = mkdtempSync(join(tmpdir(), 'rackwright-metrics-'))
  const database = `test_${random.uuid().replaceAll('-', '')}`
  const place = ['--data', data]
  let running: Running
  let server: Bound
  let text = ''

  beforeAll(async () => {
    if (engine === 'postgres') {
      await administer(await postgresUrl(), `create database ${database} template template0`)
      place.push('--database-url', databaseUrl(await postgresUrl(), database))
    }
    const options = readOptions([...place, '--port', '0'], { RACKWRIGHT_ADMIN_PASSWORD: PASSWORD }) as Options
    running = await construct(options, makePages(builtConsole()), log)
    server = await bind(options)
    server.serve(running.host)
    await login('wrong')
    await runCommand('backup', [join(data, 'backup.tar.gz'), ...place], {}, '1.2.3', () => undefined)
    const cookie = (await login(PASSWORD)).headers.get('set-cookie')!.split(';')[0]!
    const scrape = async () => {
      text = await (await fetch(`${server.url}/metrics`, { headers: { cookie } })).text()
      expect(value('rackwright_loop_last_pass_timestamp_seconds{loop="instance"}')).toBeGreaterThan(0)
    }
    await vi.waitFor(scrape, { timeout: 30_000 })
  }, 120_000)

  afterAll(async () => {
    await server.close()
    await running.stop()
    if (engine === 'postgres') await administer(await postgresUrl(), `drop database ${database} with (force)`)
    rmSync(data, { recursive: true, force: true })
  })

  const login = (password: string) =>
    fetch(`${server.url}/v1/login/recovery/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })

  function value(series: string): number {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `))
    return Number(line?.slice(series.length + 1) ?? Number.NaN)
  }

  test('tells its version, loops, space, last backup, failed logins and the fleet', () => {
    const minuteAgo = Date.now() / 1000 - 60
    expect(text).toMatch(VERSION)
    expect(value('rackwright_loop_lease_held{loop="instance"}')).toBe(1)
    expect(value('rackwright_loop_interval_seconds{loop="instance"}')).toBeGreaterThan(0)
    expect(value('rackwright_loop_last_pass_timestamp_seconds{loop="instance"}')).toBeGreaterThan(minuteAgo)
    expect(value('rackwright_last_backup_timestamp_seconds')).toBeGreaterThan(minuteAgo)
    expect(value('rackwright_data_free_bytes')).toBeGreaterThan(0)
    expect(value('rackwright_data_size_bytes')).toBeGreaterThan(value('rackwright_data_free_bytes'))
    expect(value('rackwright_failed_logins_total{method="password",reason="refused"}')).toBe(1)
    expect(value('rackwright_failed_logins_total{method="password",reason="throttled"}')).toBe(0)
    expect(value('rackwright_instances{state="running"}')).toBe(0)
    expect(value('rackwright_issues{kind="instance_failed",severity="error"}')).toBe(0)
    expect(value('rackwright_capacity_cpus')).toBe(4 * 128)
    expect(value('rackwright_provisioned_storage_bytes')).toBe(0)
    expect(value('rackwright_quota_memory_bytes')).toBeGreaterThan(0)
    expect(value('rackwright_quota_highest_use_ratio{resource="cpus"}')).toBe(0)
  })

  test('a database with a pool tells how it is used', () => {
    const open = value('rackwright_database_connections{state="busy"}')
    if (engine === 'libsql') return expect(text).not.toContain('rackwright_database')
    expect(open + value('rackwright_database_connections{state="idle"}')).toBeGreaterThan(0)
    expect(value('rackwright_database_connections_max')).toBe(10)
    expect(value('rackwright_database_waiting')).toBe(0)
  })

  // what promtool checks, as far as it can be said in a few lines, for machines without it
  test('names follow the conventions, and each metric has a help text', () => {
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    expect(types.length).toBeGreaterThan(40)
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
    expect(types.filter(({ name }) => !new RegExp(`^# HELP ${name} \\S`, 'm').test(text))).toEqual([])
    const abbreviated = /_(s|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d)(_|$)|(milli|micro|nano)seconds|(kilo|mega|giga)bytes/
    expect(types.filter(({ name }) => abbreviated.test(name))).toEqual([])
    expect(new Set(types.map(({ name }) => name)).size).toBe(types.length)
  })

  test('promtool check metrics accepts them', needing('promtool'), () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text })
    expect({ status, problems: `${stdout}${stderr}` }).toEqual({ status: 0, problems: '' })
  })
})
