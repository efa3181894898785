// A Ceph of one node for one file of tests: a monitor, a manager and a store in memory, with keys, on the loopback interface or in a
// network namespace. Not for production code.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { CephPool } from '../tools.ts'

const execute = promisify(execFile)
const START_MS = 60_000
/** Where Debian has the parts of the manager. */
const MODULES = '/usr/share/ceph/mgr'
const BYTES = 2 * 1024 ** 3

export interface TestCluster {
  /** Makes another pool, with a user who can open only this one. */
  pool(): Promise<CephPool>
  /** Lets its user block addresses and let them go. */
  letFence(pool: CephPool): Promise<void>
  /** Removes all that a pool has. */
  empty(pool: CephPool): Promise<void>
  /** The names of all that a pool has. */
  objects(pool: CephPool): Promise<string[]>
  /** As the administrator. */
  ceph(...args: string[]): Promise<string>
  /** From now on nobody can write, or everybody can again. */
  setFull(isFull: boolean): Promise<void>
  /** How many writes of its clients wait because nobody can write. */
  waitingWrites(): Promise<number>
  /** What is on its way waits, as if every computer of the cluster had lost its network. */
  pause(): void
  resume(): void
  /** Ends everything. */
  remove(): Promise<void>
}

interface TestClusterOptions {
  /** Where other namespaces reach it. */
  address?: string
  /** Begins the command line of a program that runs in its network. */
  within?: readonly string[]
}

export async function startTestCluster({
  address = '127.0.0.1',
  within = [],
}: TestClusterOptions = {}): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'rw-ceph-'))
  const [conf, keyring, map] = ['ceph.conf', 'keyring', 'monmap'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const name of ['mon', 'osd', 'mgr', 'run', 'modules']) mkdirSync(join(folder, name))
  // it loads none of its modules then, which take it many seconds
  for (const name of ['mgr_module.py', 'mgr_util.py']) symlinkSync(join(MODULES, name), join(folder, 'modules', name))
  const [fsid, osd, port] = [randomUUID(), randomUUID(), await freePort()]
  writeFileSync(conf, settings(folder, fsid, `${address}:${port}`))
  const env = { ...process.env, CEPH_CONF: conf, PATH: `${process.env.PATH}:/usr/sbin` }
  const run = async (...line: string[]) => {
    const [program = '', ...args] = [...within, ...line]
    return (await execute(program, args, { env, timeout: START_MS })).stdout
  }
  const ceph = (...args: string[]) => run('ceph', ...args)
  const children: ChildProcess[] = []
  const start = (program: string, id: string) => {
    // they end with this process
    const [command = '', ...args] = [...within, 'setpriv', '--pdeathsig', 'KILL', program, '-f', '-i', id]
    children.push(spawn(command, args, { env, stdio: 'ignore' }))
  }
  let pools = 0

  try {
    for (const [name, ...caps] of USERS) {
      const given = caps.flatMap((cap) => ['--cap', ...cap.split(':')])
      await run('ceph-authtool', ...(name === 'mon.' ? ['-C'] : []), keyring, '--gen-key', '-n', name!, ...given)
    }
    await run('monmaptool', '--create', '--addv', 'a', `[v2:${address}:${port}]`, '--fsid', fsid, map)
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
    start('ceph-mon', 'a')
    await run('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', osd)
    await ceph('osd', 'new', osd, '0')
    start('ceph-osd', '0')
    start('ceph-mgr', 'x')
    await until('no store', async () => /"num_up_osds":1/.test(await ceph('status', '--format', 'json')))
    await until('no manager', async () => /"available":true/.test(await ceph('mgr', 'stat', '--format', 'json')))
    // of the modules that were left out
    await ceph('health', 'mute', 'MGR_MODULE_ERROR', '--sticky')
  } catch (error) {
    await remove()
    throw error
  }

  async function pool(): Promise<CephPool> {
    const name = `pool-${pools++}`
    const user = `user-${name}`
    await ceph('osd', 'pool', 'create', name, '1', '1')
    await ceph('osd', 'pool', 'application', 'enable', name, 'rbd')
    const made = await ceph('auth', 'get-or-create', `client.${user}`, ...capsFor(name, 'profile rbd'))
    writeFileSync(join(folder, `${user}.keyring`), made, { mode: 0o600 })
    // its space is unknown before
    const isKnown = async () => (JSON.parse(await ceph('df', '--format', 'json')) as Df).pools.some(isNamed(name))
    await until('no space', isKnown)
    await until('not active', isActive)
    return { pool: name, user, conf }
  }
  const isActive = async () => {
    const { pg_summary: found } = JSON.parse(await ceph('pg', 'stat', '--format', 'json')) as PgStat
    return found.num_pg_by_state.every(({ name }) => name === 'active+clean')
  }

  async function remove() {
    const ended = children.map((child) => new Promise((resolve) => void child.once('exit', resolve)))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(ended.map((each, n) => (children[n]!.exitCode === null ? each : undefined)))
    rmSync(folder, { recursive: true, force: true })
  }

  return {
    pool,
    async letFence({ pool: name, user }) {
      await ceph('auth', 'caps', `client.${user}`, ...capsFor(name, 'profile rbd, allow command "osd blocklist"'))
    },
    empty: async ({ pool: name }) => void (await run('rados', 'purge', name, '--yes-i-really-really-mean-it')),
    objects: async ({ pool: name }) => (await run('rados', '--pool', name, 'ls')).split('\n').filter(Boolean),
    ceph,
    async setFull(isFull) {
      const ratios = isFull ? ['0.000001', '0.0000009', '0.0000008'] : ['0.95', '0.9', '0.85']
      for (const [n, name] of ['full', 'backfillfull', 'nearfull'].entries())
        await ceph('osd', `set-${name}-ratio`, ratios[n]!)
    },
    async waitingWrites() {
      const sockets = readdirSync(join(folder, 'run')).filter((name) => /^client\..*\.asok$/.test(name))
      // those of programs that have ended meanwhile are not answered
      const asked = sockets.map((name) => ceph('--admin-daemon', join(folder, 'run', name), 'objecter_requests'))
      const answers = (await Promise.allSettled(asked)).flatMap((each) =>
        each.status === 'fulfilled' ? each.value : [],
      )
      return answers.flatMap((text) => (JSON.parse(text) as Requests).ops).filter(({ paused }) => paused === 1).length
    },
    pause: () => children.forEach((child) => child.kill('SIGSTOP')),
    resume: () => children.forEach((child) => child.kill('SIGCONT')),
    remove,
  }
}

interface Df {
  pools: { name: string; stats: { max_avail: number } }[]
}

/** Of a client. */
interface Requests {
  ops: { paused: number }[]
}

interface PgStat {
  pg_summary: { num_pg_by_state: { name: string }[] }
}

const isNamed = (wanted: string) => (each: Df['pools'][number]) => each.name === wanted && each.stats.max_avail > 0

function capsFor(pool: string, monitor: string): string[] {
  const profile = `profile rbd pool=${pool}`
  return ['mon', monitor, 'osd', profile, 'mgr', profile]
}

const USERS = [
  ['mon.', 'mon:allow *'],
  ['client.admin', 'mon:allow *', 'osd:allow *', 'mgr:allow *'],
  ['mgr.x', 'mon:allow profile mgr', 'osd:allow *'],
  ['osd.0', 'mon:allow profile osd', 'mgr:allow profile osd', 'osd:allow *'],
]

const settings = (folder: string, fsid: string, monitor: string) => `[global]
fsid = ${fsid}
mon host = v2:${monitor}
public addr = ${monitor.replace(/:.*/, '')}
public network = ${monitor.replace(/\.\d+:.*/, '.0')}/24
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = ${folder}/$id.keyring,${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = ${BYTES}
osd memory target = 939524096
mon allow pool size one = true
mon allow pool delete = true
mon warn on pool no redundancy = false
mon data = ${folder}/mon
mon data avail crit = 1
mon data avail warn = 1
osd data = ${folder}/osd
mgr data = ${folder}/mgr
mgr module path = ${folder}/modules
mgr initial modules =
mgr stats period = 1
run dir = ${folder}/run
admin socket = ${folder}/run/$name.$pid.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/run/$name.log
crash dir = ${folder}/run
`

async function until(what: string, look: () => Promise<boolean>) {
  for (let waited = 0; waited < START_MS; waited += 100) {
    if (await look().catch(() => false)) return
    await sleep(100)
  }
  throw new Error(`Ceph did not start: ${what}`)
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    }),
  )
}
