// What a server whose volumes are on Ceph refuses: the pool of somebody else, and data with another kind of volumes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '#drivers/ceph/testing/cluster.ts'
import type { CephPool } from '#drivers/ceph/tools.ts'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { needing } from '../scripts/needs.mjs'
import { bind, type Listening } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { construct, type Running } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { builtConsole, log } from './testing.ts'

const PASSWORD = 'correct horse'

const optionsOf = (data: string, ...more: string[]) =>
  readOptions(['--port', '0', '--data', data, ...more], { RACKWRIGHT_ADMIN_PASSWORD: PASSWORD }) as Options

describe('a server with volumes on Ceph', needing('ceph-machines'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'rw-on-ceph-'))
  const data = join(folder, 'data')
  let cluster: TestCluster
  let pool: CephPool
  let daemon: TestDaemon
  let server: { listening: Listening; running: Running } | undefined

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

  beforeAll(async () => {
    cluster = await startTestCluster()
    pool = await cluster.pool()
    daemon = await startTestDaemon(undefined, { sharesNetwork: true })
    // on a busy machine it takes libvirt longer to look at its emulators than a server waits
    execFileSync('virsh', ['-q', '-c', daemon.uri, 'domcapabilities'], { stdio: 'ignore' })
    await start()
  })

  afterAll(async () => {
    await stop()
    await daemon?.remove()
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true })
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
})
