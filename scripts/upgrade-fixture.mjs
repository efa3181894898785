// Writes the data of this version as a fixture, which every later version must be able to open (server/upgrade.spec.ts). Run it once for
// each release: `npm start` builds the server, then `node scripts/upgrade-fixture.mjs`.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startPostgres } from './postgres.mjs'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const into = join(root, 'server/fixtures', version)
const PASSWORD = 'kept from version to version'

async function fill(folder, ...options) {
  const data = join(folder, 'data')
  const child = spawn(
    process.execPath,
    [join(root, 'dist/server/main.js'), '--port', '0', '--data', data, ...options],
    {
      env: { PATH: process.env.PATH, RACKWRIGHT_ADMIN_PASSWORD: PASSWORD },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = await urlOf(child)
  let cookie
  const send = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    cookie ??= response.headers.get('set-cookie')?.split(';')[0]
    return response.status === 204 ? undefined : response.json()
  }
  try {
    await send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
    await makeWorld(send)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** From the line that says that it has started. */
async function urlOf(child) {
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const found = /"url":"(http[^"]+)"/.exec(output)
    if (found) return found[1]
  }
  throw new Error(`the server ended before it was up:\n${output}`)
}

const described = (name) => ({ name, description: `kept since ${version}` })

/** One of each thing that is stored in a way of its own. */
async function makeWorld(send) {
  await send('POST', '/v1/projects', described('kept'))
  const range = { first: '192.0.2.10', last: '192.0.2.20' }
  await send('POST', '/v1/system/ip-pools', described('public'))
  await send('POST', '/v1/system/ip-pools/public/ranges/add', range)
  await send('POST', '/v1/system/ip-pools/public/silos', { silo: 'recovery', is_default: true })
  const source = { type: 'importing_blocks', block_size: 512 }
  const disk = { ...described('imported'), size: 2 ** 30, disk_source: source }
  await send('POST', '/v1/disks?project=kept', disk)
  await send('POST', '/v1/disks/imported/bulk-write-start?project=kept')
  const chunk = Buffer.alloc(64 * 1024, 'bytes of a disk ').toString('base64')
  await send('POST', '/v1/disks/imported/bulk-write?project=kept', { offset: 0, base64_encoded_data: chunk })
  await send('POST', '/v1/disks/imported/bulk-write-stop?project=kept')
  await send('POST', '/v1/disks/imported/finalize?project=kept', { snapshot_name: 'taken' })
  const size = { hostname: 'web', ncpus: 1, memory: 2 ** 30, start: true }
  await send('POST', '/v1/instances?project=kept', {
    ...described('web'),
    ...size,
    boot_disk: { type: 'attach', name: 'imported' },
    external_ips: [{ type: 'ephemeral' }],
  })
  for (;;) {
    if ((await send('GET', '/v1/instances/web?project=kept')).run_state === 'running') return
    await setTimeout(100)
  }
}

const pack = (folder, file) => execFileSync('tar', ['-czSf', file, '--exclude=reserve', '-C', folder, 'data'])

mkdirSync(into, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'rackwright-fixture-'))
const postgres = await startPostgres()
try {
  await fill(join(folder, 'sqlite'))
  pack(join(folder, 'sqlite'), join(into, 'sqlite.tar.gz'))
  await fill(join(folder, 'postgres'), '--database-url', postgres.url)
  pack(join(folder, 'postgres'), join(into, 'postgres.tar.gz'))
  const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', postgres.url], {
    maxBuffer: 64 * 1024 * 1024,
  })
  writeFileSync(join(into, 'postgres.sql.gz'), gzipSync(dump, { level: 9 }))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
