// Instances: a thousand made, started, stopped and deleted by twenty people at once. No answer that the rules do not give,
// nothing left over, and the server's memory is what it was.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { makeControlPlane } from '#control/control-plane.ts'
import { firstRun } from '#control/first-run.ts'
import { SESSION_HEADER } from '#control/ports.ts'
import { makeMemoryBlocks } from '#hypervisor/blocks-memory.ts'
import { makeSimulated } from '#hypervisor/simulated.ts'
import { clock } from '#server/clock.ts'
import { makePasswords } from '#server/passwords.ts'
import { random } from '#server/random.ts'
import { median, report } from './table.ts'

const INSTANCES = 1000
const CLIENTS = 20
const GIB = 2 ** 30
/** Machines that boot as slowly as real ones would measure their sleep. */
const SPEED = 20

const folder = mkdtempSync(join(tmpdir(), 'rackwright-instances-'))
const errors: string[] = []
const log = {
  info() {},
  warn() {},
  error: (message: string, facts?: unknown) => errors.push(`${message} ${JSON.stringify(facts)}`),
}
const db = await openLibsql({ file: join(folder, 'rackwright.db') })
await migrate(db, clock.now())
const passwords = makePasswords({ memory: 1024, passes: 1 })
const machine = { threads: 4096, ram: 2 ** 44, part: 'bench', serial: 'bench', revision: 1 }
await firstRun({ db, clock, random, passwords, password: 'bench', machine })
const hypervisor = makeSimulated({ clock, random, speed: SPEED })
const blocks = makeMemoryBlocks(() => ({ update() {}, digest: () => '' }))
const plane = makeControlPlane({ db, hypervisor, blocks, clock, random, passwords, log })
await plane.start()

const times = new Map<string, number[]>()
const unexpected: string[] = []
let session = ''

async function send(label: string, method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`http://bench${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  const before = performance.now()
  const response = await plane.fetch(request, { address: '127.0.0.1', secure: false, session })
  const text = await response.text()
  times.set(label, [...(times.get(label) ?? []), performance.now() - before])
  if (response.status >= 300) unexpected.push(`${label} ${response.status} ${text}`)
  return { headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

async function reach(id: string, state: string) {
  for (;;) {
    const { body } = await send('view', 'GET', `/v1/instances/${id}`)
    if (body.run_state === state) return
    await setTimeout(100)
  }
}

async function life(name: string) {
  const disk_source = { type: 'blank', block_size: 512 }
  const boot_disk = { type: 'create', name, description: '', size: GIB, disk_source }
  const size = { ncpus: 2, memory: 4 * GIB, hostname: name, start: false }
  const body = { name, description: '', ...size, boot_disk, external_ips: [{ type: 'ephemeral' }] }
  const { id } = (await send('create', 'POST', '/v1/instances?project=bench', body)).body
  await send('start', 'POST', `/v1/instances/${id}/start`)
  await reach(id, 'running')
  await send('stop', 'POST', `/v1/instances/${id}/stop`)
  await reach(id, 'stopped')
  await send('delete', 'DELETE', `/v1/instances/${id}`)
  await send('disk delete', 'DELETE', `/v1/disks/${name}?project=bench`)
}

async function lives(prefix: string, count: number) {
  let next = 0
  const client = async () => {
    while (next < count) await life(`${prefix}-${next++}`)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

const gc = (globalThis as { gc?: () => void }).gc
async function heap(): Promise<number> {
  await setTimeout(3000)
  for (let turn = 0; turn < 3; turn++) gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

session =
  (await send('login', 'POST', '/v1/login/recovery/local', { username: 'admin', password: 'bench' })).headers.get(
    SESSION_HEADER,
  ) ?? ''
await send('pool', 'POST', '/v1/system/ip-pools', { name: 'bench', description: '' })
await send('pool', 'POST', '/v1/system/ip-pools/bench/ranges/add', { first: '10.0.0.1', last: '10.0.255.254' })
await send('pool', 'POST', '/v1/system/ip-pools/bench/silos', { silo: 'recovery', is_default: true })
await send('project', 'POST', '/v1/projects', { name: 'bench', description: '' })

await lives('warm-up', 100)
times.clear()
const before = await heap()
const start = performance.now()
await lives('bench', INSTANCES)
const seconds = (performance.now() - start) / 1000
const after = await heap()

const left = async (table: 'instance' | 'disk' | 'network_interface' | 'external_ip') =>
  (await db.read.selectFrom(table).select('id').execute()).length
const leftOver =
  (await left('instance')) +
  (await left('disk')) +
  (await left('network_interface')) +
  (await left('external_ip')) +
  (await hypervisor.list()).length
const quantile = (label: string, share: number) => {
  const sorted = (times.get(label) ?? []).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

report(`${INSTANCES} instances made, started, stopped and deleted by ${CLIENTS} clients`, [
  { what: 'lives in a second', measured: INSTANCES / seconds },
  ...['create', 'start', 'stop', 'delete'].flatMap((label) => [
    { what: `${label}, median`, measured: median(times.get(label) ?? []), unit: ' ms' },
    { what: `${label}, 99 of 100`, measured: quantile(label, 0.99), unit: ' ms' },
  ]),
  { what: 'answers that were not expected', measured: unexpected.length, atMost: 0 },
  { what: 'errors in the log', measured: errors.length, atMost: 0 },
  { what: 'rows and machines left over', measured: leftOver, atMost: 0 },
  { what: 'memory before', measured: before, unit: ' MiB' },
  { what: 'memory after', measured: after, unit: ' MiB' },
  { what: 'memory after to before', measured: after / before, atMost: 1.2 },
])
for (const each of [...unexpected, ...errors].slice(0, 5)) process.stdout.write(`    ${each}\n`)

await plane.stop()
await hypervisor.close()
await db.close()
rmSync(folder, { recursive: true, force: true })
