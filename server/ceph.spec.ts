// A server whose volumes are on Ceph: from an upload to a guest that boots from a clone of it, and what it refuses.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCephBlocks } from '#drivers/ceph/blocks.ts'
import { startTestCluster, type TestCluster } from '#drivers/ceph/testing/cluster.ts'
import type { CephPool } from '#drivers/ceph/tools.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { guestBootSector } from '#drivers/libvirt/testing/guest.ts'
import { needing } from '../scripts/needs.mjs'
import { clock } from './clock.ts'
import { runCommand } from './command.ts'
import { bind, type Listening } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { construct, type Running } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { builtConsole, log } from './testing.ts'

const PASSWORD = 'correct horse'
const GIBIBYTE = 1024 ** 3
const BOOT = { timeout: 110_000, interval: 500 }

type Body = Record<string, unknown>

const optionsOf = (data: string, ...more: string[]) =>
  readOptions(['--port', '0', '--data', data, ...more], { RACKWRIGHT_ADMIN_PASSWORD: PASSWORD }) as Options

describe('a server with volumes on Ceph', needing('ceph-machines'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'rw-on-ceph-'))
  const data = join(folder, 'data')
  let cluster: TestCluster
  let pool: CephPool
  let daemon: TestDaemon
  let server: { listening: Listening; running: Running } | undefined
  let cookie = ''

  const onCeph = (place: string) =>
    optionsOf(
      place,
      '--machines',
      daemon.uri,
      '--volumes',
      `rbd:${pool.pool}`,
      '--ceph-conf',
      pool.conf,
      '--ceph-user',
      pool.user,
    )
  const pages = makePages(builtConsole())

  async function start() {
    const options = onCeph(data)
    const listening = await bind(options)
    const running = await construct(options, pages, log)
    listening.serve(running.host)
    await running.showFirstLogin(() => undefined)
    server = { listening, running }
  }

  async function stop() {
    await server?.listening.close()
    await server?.running.stop()
    server = undefined
  }

  async function ask(method: string, path: string, body?: unknown) {
    const headers = { cookie, 'content-type': 'application/json' }
    const url = server!.listening.url + path
    const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as Body) : {} }
  }

  async function send(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await ask(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }

  const printed = async () => {
    const range = 'project=web&from_start=0&max_bytes=1000000'
    const answer = await ask('GET', `/v1/instances/web1/serial-console?${range}`)
    return Buffer.from((answer.body.data as number[] | undefined) ?? []).toString()
  }

  beforeAll(async () => {
    cluster = await startTestCluster()
    pool = await cluster.pool()
    daemon = await startTestDaemon(undefined, { sharesNetwork: true })
    // on a busy machine it takes libvirt longer to look at its emulators than a server waits
    execFileSync('virsh', ['-q', '-c', daemon.uri, 'domcapabilities'], { stdio: 'ignore' })
    await start()
    await send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
    await send('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
    await send('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
    await send('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
    await send('POST', '/v1/projects', { name: 'web', description: '' })
  })

  afterAll(async () => {
    await stop()
    await daemon?.remove()
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('an instance boots from a clone of an image', async () => {
    const source = { type: 'importing_blocks', block_size: 512 }
    await send('POST', '/v1/disks?project=web', {
      name: 'upload',
      description: '',
      size: GIBIBYTE,
      disk_source: source,
    })
    await send('POST', '/v1/disks/upload/bulk-write-start?project=web')
    const base64_encoded_data = Buffer.from(guestBootSector()).toString('base64')
    await send('POST', '/v1/disks/upload/bulk-write?project=web', { offset: 0, base64_encoded_data })
    await send('POST', '/v1/disks/upload/bulk-write-stop?project=web')
    await send('POST', '/v1/disks/upload/finalize?project=web', { snapshot_name: 'guest' })
    const { id } = await send('GET', '/v1/snapshots/guest?project=web')
    const from = { type: 'snapshot', id }
    const image = { name: 'guest', description: '', os: 'guest', version: '1', source: from }
    const { id: image_id } = await send('POST', '/v1/images?project=web', image)
    const boot_disk = {
      type: 'create',
      name: 'boot',
      description: '',
      size: GIBIBYTE,
      disk_source: { type: 'image', image_id },
    }
    const instance = { name: 'web1', description: '', hostname: 'web1', ncpus: 1, memory: GIBIBYTE, boot_disk }
    await send('POST', '/v1/instances?project=web', { ...instance, network_interfaces: { type: 'none' } })
    await expect.poll(printed, BOOT).toContain('login: ')
    // a layer, which takes no space of its own
    const { id: disk_id } = await send('GET', '/v1/disks/boot?project=web')
    const env = { ...process.env, CEPH_CONF: pool.conf }
    const info = execFileSync('rbd', ['--id', pool.user, 'info', `${pool.pool}/${String(disk_id)}`], {
      encoding: 'utf8',
      env,
    })
    expect(info).toContain('parent: ')
  })

  test('while Ceph is away or full, requests say so, nothing has failed, and all goes on afterwards', async () => {
    const stateOf = async (name: string) => {
      const { state } = await send('GET', `/v1/disks/${name}?project=web`)
      return (state as { state: string }).state
    }
    const runState = async () => (await send('GET', '/v1/instances/web1?project=web')).run_state
    const kinds = async () => {
      const { items } = await send('GET', '/rackwright/issues')
      return (items as { kind: string }[]).map(({ kind }) => kind)
    }
    const blank = { description: '', size: GIBIBYTE, disk_source: { type: 'blank', block_size: 512 } }
    const piece = { offset: 0, base64_encoded_data: Buffer.from(guestBootSector()).toString('base64') }
    const disk_source = { type: 'importing_blocks', block_size: 512 }
    await send('POST', '/v1/disks?project=web', { ...blank, name: 'import', disk_source })
    await send('POST', '/v1/disks/import/bulk-write-start?project=web')

    cluster.pause()
    await send('POST', '/v1/disks?project=web', { ...blank, name: 'late' })
    expect(await ask('POST', '/v1/disks/import/bulk-write?project=web', piece)).toMatchObject({
      status: 503,
      body: { message: 'the storage does not answer' },
    })
    await expect.poll(kinds, BOOT).toContain('storage_down')
    expect([await stateOf('late'), await runState()]).toEqual(['creating', 'running'])
    cluster.resume()
    await expect.poll(() => stateOf('late'), BOOT).toBe('detached')
    await expect.poll(kinds, BOOT).not.toContain('storage_down')
    await send('POST', '/v1/disks/import/bulk-write?project=web', piece)

    await cluster.setFull(true)
    await expect.poll(kinds, BOOT).toContain('storage_full')
    expect(await ask('POST', '/v1/disks?project=web', { ...blank, name: 'more' })).toMatchObject({ status: 507 })
    expect(await runState()).toBe('running')
    await cluster.setFull(false)
    await expect.poll(kinds, BOOT).not.toContain('storage_full')
    await send('POST', '/v1/disks?project=web', { ...blank, name: 'more' })
    await expect.poll(() => stateOf('more'), BOOT).toBe('detached')
    expect(await runState()).toBe('running')
    await send('POST', '/v1/instances/web1/stop?project=web')
  })

  test('the pool belongs to this installation, and its data to this pool', async () => {
    await stop()
    await expect(construct(onCeph(join(folder, 'other')), pages, log)).rejects.toThrow(
      `rbd:${pool.pool} cannot be used: the volumes in the pool ${pool.pool} belong to another installation`,
    )
    await expect(construct(optionsOf(data, '--machines', daemon.uri), pages, log)).rejects.toThrow(
      'give --volumes again',
    )
    const elsewhere = ['--machines', daemon.uri, '--volumes', join(folder, 'volumes')]
    await expect(construct(optionsOf(data, ...elsewhere), pages, log)).rejects.toThrow(
      `the volumes of this data directory are on Ceph, in rbd:${pool.pool}: give --volumes rbd:${pool.pool}`,
    )
    const files = join(folder, 'files')
    mkdirSync(join(files, 'disks'), { recursive: true })
    writeFileSync(join(files, 'disks', 'a.blocks'), '')
    await expect(construct(onCeph(files), pages, log)).rejects.toThrow('which are not on Ceph: start without')
    const unknown = optionsOf(join(folder, 'unknown'), '--machines', daemon.uri, '--volumes', 'rbd:nothing')
    await expect(construct({ ...unknown, cephConf: pool.conf, cephUser: pool.user }, pages, log)).rejects.toThrow(
      /rbd:nothing cannot be used: /,
    )
  })

  test('an installation moves from files to a pool, and its files go when that is asked for', async () => {
    const [place, other] = [join(folder, 'moving'), await cluster.pool()]
    const machines = ['--machines', daemon.uri]
    const ceph = ['--volumes', `rbd:${other.pool}`, '--ceph-conf', other.conf, '--ceph-user', other.user]
    const startAndStop = async (...more: string[]) => {
      const { stop: end } = await construct(optionsOf(place, ...machines, ...more), pages, log)
      await end()
    }
    const move = (...more: string[]) =>
      runCommand('move-volumes', ['--data', place, ...machines, ...ceph, ...more], {}, '1.2.3', () => undefined)
    await startAndStop()
    const files = await openFileBlocks(join(place, 'disks'))
    const id = '00000000-0000-4000-8000-000000000001'
    await files.create(id, 4096)
    await files.write(id, 7, Uint8Array.of(1, 2, 3))
    const digest = await files.digest(id, 4096)
    await files.close()
    await expect(startAndStop(...ceph)).rejects.toThrow('which are not on Ceph')
    await expect(move('--remove-old')).rejects.toThrow('the volumes were not moved yet')

    expect(await move()).toContain(`moved 1 volumes to rbd:${other.pool}`)
    expect(await move()).toContain('remove them with --remove-old')
    const store = await openCephBlocks({ pool: other, folder: join(folder, 'look'), clock })
    expect(await store.digest(id, 4096)).toBe(digest)
    await store.close()
    await expect(startAndStop()).rejects.toThrow('give --volumes again')
    await startAndStop(...ceph)
    expect(existsSync(join(place, 'disks', `${id}.blocks`))).toBe(true)
    expect(await move('--remove-old')).toContain('removed the files of 1 volumes')
    expect(existsSync(join(place, 'disks', `${id}.blocks`))).toBe(false)
  })
})
