// A libvirt daemon for one test, in mount and network namespaces of its own: it sees neither the machine's domains nor its settings,
// and the machine's own daemon never sees it. Not for production code.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { whyNot } from '../../../scripts/needs.mjs'

/** No systemd, no control groups and no other users in there. */
const QEMU_SETTINGS = `user = "root"
group = "root"
dynamic_ownership = 0
remember_owner = 0
cgroup_controllers = [ ]
security_driver = "none"
namespaces = [ ]
stdio_handler = "file"
`
const PLACES = { etc: '/etc/libvirt', var: '/var/lib/libvirt', run: '/run/libvirt', log: '/var/log/libvirt' }
/** Where the programs of Open vSwitch and OVN look for their daemons. */
const OVN_PLACES = ['/run/openvswitch', '/run/ovn']
/** What libvirt finds out about QEMU takes it seconds, so all tests share it. */
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/libvirt')
const START_MS = 20_000

export interface TestDaemon {
  uri: string
  /** Its files. */
  folder: string
  /** A process in its namespaces, for as long as they exist. */
  pid: number
  stop(): Promise<void>
  start(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** A command in the daemon's network, where the ports of its guests are. */
  inside(command: readonly string[]): string[]
  /** Ends all guests, and leaves nothing behind. */
  remove(): Promise<void>
}

/** Why there can be no daemon here. */
export const whyNoDaemon = () => whyNot('machines')

/** A host of OVN that the daemon is on: its network namespace, and where the sockets of Open vSwitch are. */
export interface OvnHost {
  namespace: { name: string }
  folder: string
}

export async function startTestDaemon(ovn?: OvnHost, { sharesNetwork = false } = {}): Promise<TestDaemon> {
  const folder = mkdtempSync(join(tmpdir(), 'rw-virt-'))
  for (const name of Object.keys(PLACES)) mkdirSync(join(folder, name))
  mkdirSync(CACHE, { recursive: true })
  const uuid = crypto.randomUUID()
  writeFileSync(join(folder, 'etc/libvirtd.conf'), `auth_unix_rw = "none"\nhost_uuid = "${uuid}"\n`)
  writeFileSync(join(folder, 'etc/qemu.conf'), QEMU_SETTINGS)
  // the namespaces live as long as this process, so a daemon that starts again finds its guests
  const network = ovn || sharesNetwork ? [] : ['--net']
  const within = ovn ? ['nsenter', `--net=/run/netns/${ovn.namespace.name}`] : ['env']
  const [first = '', ...line] = [
    ...within,
    'unshare',
    '--mount',
    '--uts',
    ...network,
    '--propagation',
    'private',
    'sh',
    '-c',
  ]
  const keeper = spawn(first, [...line, setUp(folder, ovn)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => keeper.stdout.once('data', resolve))
  const enter = ['nsenter', '--target', String(keeper.pid), '--mount', '--uts', '--net']
  const uri = `qemu:///system?socket=${folder}/run/libvirt-sock`
  let daemon: ChildProcess | undefined

  async function start() {
    const [command = '', ...args] = [...enter, 'libvirtd', '--pid-file', join(folder, 'libvirtd.pid')]
    daemon = spawn(command, args, { stdio: 'ignore', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } })
    for (let waited = 0; waited < START_MS; waited += 50) {
      if (spawnSync('virsh', ['-q', '-c', uri, 'uri']).status === 0) return
      await sleep(50)
    }
    throw new Error('libvirtd did not start')
  }

  async function stop() {
    if (daemon && daemon.exitCode === null && daemon.signalCode === null) {
      const ended = new Promise((resolve) => daemon?.once('exit', resolve))
      daemon.kill('SIGKILL')
      await ended
    }
    rmSync(join(folder, 'run/libvirt-sock'), { force: true })
  }

  await start()
  return {
    uri,
    folder,
    pid: keeper.pid!,
    start,
    stop,
    signal: (signal) => void process.kill(daemonProcess(folder), signal),
    inside: (command) => [...enter, ...command],
    async remove() {
      await stop()
      for (const pid of guestsOf(folder)) spawnSync('kill', ['-KILL', String(pid)])
      keeper.kill('SIGKILL')
      await sleep(50)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const run = ([program = '', ...args]: readonly string[]) => execFileSync(program, args)

/** Connects two hosts, and nothing else. Returns their addresses. */
export function linkDaemons(one: TestDaemon, other: TestDaemon): [string, string] {
  const addresses: [string, string] = ['10.99.0.1', '10.99.0.2']
  const ends = ['type', 'veth', 'peer', 'name', 'move', 'netns', String(other.pid)]
  run(['ip', 'link', 'add', 'move', 'netns', String(one.pid), ...ends])
  for (const [n, { inside }] of [one, other].entries()) {
    run(inside(['ip', 'address', 'add', `${addresses[n]}/24`, 'dev', 'move']))
    run(inside(['ip', 'link', 'set', 'move', 'up']))
  }
  return addresses
}

const daemonProcess = (folder: string) => Number(readFileSync(join(folder, 'libvirtd.pid'), 'utf8'))

function guestsOf(folder: string): number[] {
  const files = join(folder, 'run/qemu')
  const names = existsSync(files) ? readdirSync(files).filter((name) => /^rackwright-.*\.pid$/.test(name)) : []
  return names.map((name) => Number(readFileSync(join(files, name), 'utf8')))
}

const setUp = (folder: string, ovn: OvnHost | undefined) =>
  [
    'set -e',
    // libvirt moves no machine to a host with the same name, and looks the name up at every start
    `hostname ${basename(folder).toLowerCase()}`,
    `echo "127.0.0.1 localhost $(hostname)" > ${folder}/hosts; mount --bind ${folder}/hosts /etc/hosts`,
    'ip link set lo up',
    ...Object.entries(PLACES).map(([name, place]) => `mkdir -p ${place}; mount --bind ${folder}/${name} ${place}`),
    ...(ovn ? OVN_PLACES.map((place) => `mkdir -p ${place}; mount --bind ${ovn.folder} ${place}`) : []),
    `mkdir -p /var/cache/libvirt; mount --bind ${CACHE} /var/cache/libvirt`,
    'echo ready; exec sleep infinity',
  ].join('; ')
