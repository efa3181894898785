// The store on a real Ceph of one node.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { blocksCases } from '../blocks.cases.ts'
import type { Clock } from '../clock.ts'
import { openCephBlocks } from './blocks.ts'
import { startTestCluster, type TestCluster } from './testing/cluster.ts'
import type { CephPool } from './tools.ts'

const MEBIBYTE = 1024 * 1024
const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
}

describe('on Ceph', needing('ceph'), () => {
  let cluster: TestCluster
  let pool: CephPool
  beforeAll(async () => {
    const s = Date.now()
    cluster = await startTestCluster()
    console.log('cluster', Date.now() - s)
    pool = await cluster.pool()
    console.log('pool', Date.now() - s)
  })
  afterAll(() => cluster.remove())

  const open = async (isShared = false) => {
    const folder = await mkdtemp(join(tmpdir(), 'rw-ceph-blocks-'))
    const store = await openCephBlocks({ pool, folder, clock, isShared })
    return {
      store,
      folder,
      async end() {
        const again = await openCephBlocks({ pool, folder, clock })
        for (const { id } of await again.list()) await again.remove(id)
        await again.close()
        await rm(folder, { recursive: true })
      },
    }
  }

  blocksCases('Ceph', open)
})
