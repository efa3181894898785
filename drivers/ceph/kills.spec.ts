// Kills the process of a store in a command with which it changes Ceph, and goes on as the control plane would: what was asked for is there
// or is not, never in part, and nothing is left behind. The process finds an `rbd` that kills it, and does its work all the same.
// `npm run test:machines` kills it in each of its commands.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { DriverError } from '../driver-error.ts'
import type { BlockStore } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { openCephBlocks } from './blocks.ts'
import { startTestCluster, type TestCluster } from './testing/cluster.ts'
import {
  type Operation,
  OPERATIONS,
  prepare,
  volumesIn,
  type Volumes,
  type Way,
  WAYS,
} from './testing/store-operations.ts'
import { type CephPool, makeTools } from './tools.ts'

const PROGRAM = join(import.meta.dirname, 'testing/store-process.mjs')
const MAX_STEPS = 30
const SLOW = { timeout: 60_000, interval: 100 }
const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
}

const isEverything = process.env.MACHINE_KILLS === 'all'

describe('a store on Ceph that is killed', needing('ceph'), () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-ceph-kills-'))
  const folder = join(root, 'store')
  /** How many commands are left until the process is killed. */
  const countdown = join(root, 'countdown')
  /** The last command is carried out still. */
  const busy = join(root, 'busy')
  let cluster: TestCluster
  let pool: CephPool
  beforeAll(async () => {
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin/rbd'), deadlyRbd(countdown, busy), { mode: 0o755 })
    cluster = await startTestCluster()
    pool = await cluster.pool()
  })
  afterAll(async () => {
    await cluster?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  const open = () => openCephBlocks({ pool, folder, clock })

  async function inStore<T>(work: (store: BlockStore) => Promise<T>): Promise<T> {
    const store = await open()
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  /** The process ends when it is killed, or when all is done. */
  async function runUntilKilled(name: string) {
    const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    const args = [PROGRAM, name, JSON.stringify(pool), folder]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect([0, 'SIGKILL']).toContain(code ?? signal)
  }

  const images = async () => ((await makeTools(pool).rbd(['ls', pool.pool])) ?? '').trim().split('\n').filter(Boolean)
  /** Also snapshots that only clones need. */
  const snapshotsOf = async (id: string) => {
    const listed = await makeTools(pool).rbd(['snap', 'ls', '--all', `${pool.pool}/${id}`, '--format', 'json'])
    return (JSON.parse(listed ?? '[]') as { name: string; namespace: { type: string } }[]).filter(
      ({ namespace }) => namespace.type === 'user',
    )
  }
  /** What images consist of. */
  const objects = async () =>
    (await cluster.objects(pool)).filter((name) => /^rbd_(data|header|object_map|id)\b/.test(name))

  async function expectTidy({ after }: Operation) {
    await expect.poll(async () => (await images()).sort(), SLOW).toEqual(Object.keys(after).sort())
    for (const id of Object.keys(after)) expect(await snapshotsOf(id)).toEqual([])
    expect(readdirSync(join(folder, 'staging'))).toEqual([])
  }

  async function removeAll() {
    await inStore(async (store) => {
      for (const { id } of await store.list()) await store.remove(id)
      await expect.poll(images, SLOW).toEqual([])
    })
    expect(await objects()).toEqual([])
  }

  /** Returns whether the operation had so many steps. */
  async function killedAt(name: string, step: number, way: Way): Promise<boolean> {
    const operation = OPERATIONS[name]!
    await inStore((store) => prepare(operation, store))
    writeFileSync(countdown, `${step}\n`)
    await runUntilKilled(name)
    const wasKilled = !existsSync(countdown)
    rmSync(countdown, { force: true })
    await inStore(async (store) => {
      expectWhole(await volumesIn(store), operation)
      if (way === 'wanted still') await insistent(() => operation.act({ store, tools: makeTools(pool) }))
      await expect.poll(() => existsSync(busy), SLOW).toBe(false)
      if (way === 'given up') {
        for (const id of Object.keys(operation.after)) await store.remove(id)
        return
      }
      expect(await volumesIn(store)).toEqual(operation.after)
      await expectTidy(operation)
    })
    await removeAll()
    return wasKilled
  }

  describe.each(Object.entries(OPERATIONS))('while it is asked to %s', (name, { kill }) => {
    // each step of each takes twenty minutes
    test.each(isEverything ? WAYS : [kill.way])('that is %s', { timeout: 1_200_000 }, async (way) => {
      let step = isEverything ? 1 : kill.step
      expect(await killedAt(name, step, way)).toBe(true)
      if (isEverything) while (step < MAX_STEPS && (await killedAt(name, ++step, way)));
    })
  })
})

/** Nothing is there in part. */
function expectWhole(found: Volumes, { before, after }: Operation) {
  for (const [id, { size, bytes }] of Object.entries(found)) {
    const possible = [before[id], after[id]].filter((each) => each !== undefined)
    expect(possible, id).toContainEqual({ size, bytes })
  }
  for (const id of Object.keys(before)) if (after[id]) expect(found).toHaveProperty(id)
}

/** As the control plane does with what passes by itself. */
async function insistent(work: () => Promise<void>) {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries > 20 || !(error instanceof DriverError)) throw error
      await sleep(200)
    }
  }
}

/** Its fifth argument is the command. Commands that only read are not counted. */
const deadlyRbd = (countdown: string, busy: string) => `#!/bin/sh
PATH=\${PATH#*:}
case "$5 $6" in info* | ls* | export* | snap\\ ls* | image-meta\\ ls*) exec rbd "$@" ;; esac
read -r left 2>/dev/null <${countdown} || exec rbd "$@"
if [ "$left" -gt 1 ]; then
  echo $((left - 1)) >${countdown}
  exec rbd "$@"
fi
: >${busy}
rm ${countdown}
kill -KILL $PPID
rbd "$@"
rm ${busy}
`
