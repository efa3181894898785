// Kills the whole server process while it works on a real machine, and starts it again: nothing may be stuck, duplicated or left behind.
// The server finds a `virsh` that kills it before a chosen command. `npm run test:machines` kills it before each one that changes something.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { guestBootSector } from '#drivers/libvirt/testing/guest.ts'
import { builtServer, type Replica, startReplica } from './testing-replicas.ts'
import { needing } from '../scripts/needs.mjs'

const GIB = 2 ** 30
const SLOW = { timeout: 100_000, interval: 200 }
const MAX_STEPS = 30
/** What an operation still does after the instance has the state that it is to have. */
const AFTERWARDS_MS = 2000
const isEverything = process.env.MACHINE_KILLS === 'all'

type State = 'running' | 'stopped' | undefined

interface Operation {
  before: State
  method: 'POST' | 'DELETE'
  path: string
  body?: (image_id: string) => unknown
  /** Undefined: it is gone. */
  after: State
}

const IN = '?project=web'
const create = (image_id: string) => ({
  name: 'db1',
  description: '',
  hostname: 'db1',
  ncpus: 1,
  memory: GIB,
  boot_disk: {
    type: 'create',
    name: 'boot',
    description: '',
    size: GIB,
    disk_source: { type: 'image', image_id },
  },
})
const snapshot = () => ({ name: 'copy', description: '', disk: 'boot' })

const operations: Record<string, Operation> = {
  create: { before: undefined, method: 'POST', path: `/v1/instances${IN}`, body: create, after: 'running' },
  start: { before: 'stopped', method: 'POST', path: `/v1/instances/db1/start${IN}`, after: 'running' },
  stop: { before: 'running', method: 'POST', path: `/v1/instances/db1/stop${IN}`, after: 'stopped' },
  reboot: { before: 'running', method: 'POST', path: `/v1/instances/db1/reboot${IN}`, after: 'running' },
  snapshot: { before: 'running', method: 'POST', path: `/v1/snapshots${IN}`, body: snapshot, after: 'running' },
  delete: { before: 'stopped', method: 'DELETE', path: `/v1/instances/db1${IN}`, after: undefined },
}

describe('a server that is killed', needing('machines'), () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-kill-'))
  const data = join(root, 'data')
  /** How many commands are left until the server is killed. */
  const countdown = join(root, 'countdown')
  let daemon: TestDaemon
  let built: string
  let server: Replica
  let image_id = ''
  /** The volumes of the image and of what it was made from. */
  let volumes: string[] = []

  async function start() {
    const environment = { PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    server = await startReplica(built, ['--data', data, '--machines', daemon.uri], environment)
    await server.logIn()
  }

  beforeAll(async () => {
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin/virsh'), deadlyVirsh(countdown), { mode: 0o755 })
    ;[daemon, built] = await Promise.all([startTestDaemon(), builtServer()])
    await start()
    await server.ok('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
    await server.ok('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
    await server.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
    // volumes go with what they belong to
    await server.ok('PUT', '/rackwright/silos/recovery/deleted-settings', { retention_seconds: 0 })
    await server.ok('POST', '/v1/projects', { name: 'web', description: '' })
    image_id = await makeImage()
    volumes = readdirSync(join(data, 'disks')).sort()
  }, 180_000)

  afterAll(async () => {
    await server?.kill()
    await daemon?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  async function makeImage(): Promise<string> {
    const source = { type: 'importing_blocks', block_size: 512 }
    await server.ok('POST', `/v1/disks${IN}`, { name: 'upload', description: '', size: GIB, disk_source: source })
    await server.ok('POST', `/v1/disks/upload/bulk-write-start${IN}`)
    const base64_encoded_data = Buffer.from(guestBootSector()).toString('base64')
    await server.ok('POST', `/v1/disks/upload/bulk-write${IN}`, { offset: 0, base64_encoded_data })
    await server.ok('POST', `/v1/disks/upload/bulk-write-stop${IN}`)
    await server.ok('POST', `/v1/disks/upload/finalize${IN}`, { snapshot_name: 'upload' })
    const { id } = await server.ok('GET', `/v1/snapshots/upload${IN}`)
    const image = { name: 'guest', description: '', os: 'test', version: '1', source: { type: 'snapshot', id } }
    return (await server.ok('POST', `/v1/images${IN}`, image)).id as string
  }

  const act = ({ method, path, body }: Operation) => server.send(method, path, body?.(image_id))
  const domains = () => execFileSync('virsh', ['-q', '-c', daemon.uri, 'list', '--all', '--name']).toString().trim()
  const machines = () => readdirSync(join(data, 'machines'))
  const listed = async (noun: string) =>
    (await server.ok('GET', `/v1/${noun}${IN}`)).items as { id: string; state: string; run_state: string }[]
  const states = async () => (await listed('instances')).map(({ run_state }) => run_state)

  /** A guest that still boots does not obey its power button. */
  const hasBooted = () =>
    machines().some((name) => readText(join(data, 'machines', name, 'console.log')).includes('login: '))

  async function prepare(state: State) {
    if (state === undefined) return
    await server.ok('POST', `/v1/instances${IN}`, { ...create(image_id), start: state === 'running' })
    await expect.poll(states, SLOW).toEqual([state])
    if (state === 'running') await expect.poll(hasBooted, SLOW).toBe(true)
  }

  async function removeAll(operation: Operation) {
    if (operation.after === 'running') {
      await server.ok('POST', `/rackwright/instances/db1/force-stop${IN}`)
      await expect.poll(states, SLOW).toEqual(['stopped'])
    }
    if (operation.after !== undefined) await server.ok('DELETE', `/v1/instances/db1${IN}`)
    if (operation === operations.snapshot) await server.ok('DELETE', `/v1/snapshots/copy${IN}`)
    await server.ok('DELETE', `/v1/disks/boot${IN}`)
    await expect.poll(() => readdirSync(join(data, 'disks')).sort(), SLOW).toEqual(volumes)
    await expect.poll(domains, SLOW).toBe('')
    await expect.poll(machines, SLOW).toEqual([])
    await expect.poll(() => processes('guest=rackwright-'), SLOW).toHaveLength(0)
  }

  /** Step 0 is the answer to the request. Returns whether the operation had so many steps. */
  async function killedAt(operation: Operation, step: number): Promise<boolean> {
    await prepare(operation.before)
    if (step > 0) writeFileSync(countdown, `${step}\n`)
    const answer = await act(operation).catch(() => undefined)
    if (answer) expect(answer.status, await answer.text()).toBeLessThan(300)
    if (step > 0 && answer) await killedOr(async () => (await isDone(operation)) && sleep(AFTERWARDS_MS, true))
    const wasKilled = !existsSync(countdown)
    rmSync(countdown, { force: true })
    await server.kill()
    await start()
    // as a person would do who got no answer; the first request may have been carried out
    if (!answer) await act(operation)

    await expect.poll(() => isDone(operation), { ...SLOW, message: `killed at step ${step}` }).toBe(true)
    const [instance] = await listed('instances')
    expect(await listed('snapshots')).toHaveLength(operation === operations.snapshot ? 2 : 1)
    const isUp = operation.after === 'running'
    await expect.poll(domains, SLOW).toBe(isUp ? `rackwright-${instance!.id}` : '')
    await expect.poll(machines, SLOW).toHaveLength(isUp ? 1 : 0)
    await expect.poll(() => processes('guest=rackwright-'), SLOW).toHaveLength(isUp ? 1 : 0)
    expect(processes('event\0--all')).toHaveLength(1)
    await removeAll(operation)
    return wasKilled
  }

  async function isDone(operation: Operation): Promise<boolean> {
    if ((await states()).join() !== (operation.after ?? '')) return false
    return operation !== operations.snapshot || (await listed('snapshots')).every(({ state }) => state === 'ready')
  }

  /** Until the server is gone or the check succeeds. */
  async function killedOr(check: () => Promise<boolean>) {
    while (existsSync(countdown)) {
      const isOver = await check().catch(() => false)
      if (isOver) return
      await sleep(100)
    }
  }

  /** Finds processes by a text in their arguments, among the daemon's and ours. */
  const processes = (text: string) =>
    readdirSync('/proc').filter((pid) => {
      const command = /^\d+$/.test(pid) ? readText(`/proc/${pid}/cmdline`) : ''
      return command.includes(text) && (command.includes(data) || command.includes(daemon.uri))
    })

  if (!isEverything)
    // its domain is defined and has not been started
    test('while an instance is created', async () => {
      expect(await killedAt(operations.create!, 2)).toBe(true)
    })
  else
    test.each(Object.entries(operations))('%s', { timeout: 900_000 }, async (_name, operation) => {
      let step = 0
      while (step < MAX_STEPS && (await killedAt(operation, step))) step++
      expect(step).toBeGreaterThan(0)
    })
})

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Its fourth argument is the command, or a script of several. Commands that only read are not counted: they also come by themselves. */
const deadlyVirsh = (countdown: string) => `#!/bin/sh
PATH=\${PATH#*:}
case "$4" in uri | version | list | event | *dumpxml* | *domstats*) exec virsh "$@" ;; esac
read -r left 2>/dev/null <${countdown} || exec virsh "$@"
if [ "$left" -gt 1 ]; then
  echo $((left - 1)) >${countdown}
  exec virsh "$@"
fi
rm ${countdown}
kill -KILL $PPID
`
