// The service of guest networks for one test, beside its libvirt daemon: with the packet filter, and with a way out to a namespace that
// stands for the world. Not for production code.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeGuest, type Guest } from '../../ovn/testing/guest.ts'
import { makeNamespace, type Namespace, removeNamespace } from '../../ovn/testing/namespace.ts'
import { type GuestNetworks, makeGuestNetworks } from '../guest-network.ts'
import type { TestDaemon } from './daemon.ts'
import { serveNames } from './reach.ts'

const PACKAGING = join(import.meta.dirname, '../../../packaging')
/** Nobody has it. */
const USER = 1_000_000 + process.pid
const OUTSIDE_IP = '198.51.100.1'
export const HOST_IP = '198.51.100.2'

export interface TestGuestNetwork {
  socket: string
  guestNetworks: GuestNetworks
  outside: Guest
  outsideIp: string
  /** The host of the guests, to listen and connect on. */
  host: Guest
  /** Runs a program on that host. */
  run(...command: string[]): string
  setFilter(state: 'on' | 'off'): void
  /** How many interfaces have a network. */
  countNetworks(): number
  remove(): Promise<void>
}

export async function startGuestNetwork(daemon: TestDaemon): Promise<TestGuestNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'rw-gn-'))
  const sockets = join(folder, 'sockets')
  mkdirSync(sockets)
  chownSync(sockets, USER, USER)
  chmodSync(folder, 0o755)
  const world = await makeNamespace()
  const inside = (command: readonly string[]) => {
    const [program = '', ...args] = daemon.inside(['env', `PATH=${process.env.PATH}:/usr/sbin:/sbin`, ...command])
    return [program, args] as const
  }
  const run = (...command: string[]) => execFileSync(...inside(command), { encoding: 'utf8' })
  const ends = ['netns', String(daemon.pid), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', world.name]
  execFileSync('ip', ['link', 'add', 'uplink', ...ends])
  run('ip', 'address', 'add', `${HOST_IP}/24`, 'dev', 'uplink')
  run('ip', 'link', 'set', 'uplink', 'up')
  run('ip', 'route', 'add', 'default', 'via', OUTSIDE_IP)
  await world.ip('address', 'add', `${OUTSIDE_IP}/24`, 'dev', 'eth0')
  await world.ip('link', 'set', 'eth0', 'up')

  const rules = readFileSync(join(PACKAGING, 'rackwright-guests.nft'), 'utf8')
  const setFilter = (state: 'on' | 'off') => {
    const text = state === 'on' ? rules.replaceAll('"rackwright-guests"', String(USER)) : 'flush ruleset\n'
    execFileSync(...inside(['nft', '--file', '-']), { input: text })
  }
  setFilter('on')

  // as systemd sets it
  run('sh', '-c', 'echo 0 2147483647 > /proc/sys/net/ipv4/ping_group_range')
  // the first one is on the host, and so of no use to guests
  const resolvers = join(folder, 'resolv.conf')
  writeFileSync(resolvers, `nameserver 127.0.0.53\nnameserver ${OUTSIDE_IP}\n`)
  run('mount', '--bind', resolvers, '/etc/resolv.conf')

  // only what an agent needs
  const own: Namespace = {
    ...world,
    spawn: (...command) => spawn(...inside(command), { stdio: ['pipe', 'pipe', 'inherit'] }),
  }
  const servers: ChildProcess[] = []
  // outside and on the host
  for (const spawned of [world.spawn, own.spawn]) servers.push(await serveNames(spawned))

  const service = await start([join(PACKAGING, 'guest-network.mjs'), sockets])
  const socket = join(sockets, 'control')
  return {
    socket,
    guestNetworks: makeGuestNetworks(socket),
    outside: makeGuest(world, 'outside'),
    outsideIp: OUTSIDE_IP,
    host: makeGuest(own, 'host'),
    run,
    setFilter,
    countNetworks: () => run('sh', '-c', `ps -u ${USER} -o comm= | grep passt || true`).split('\n').length - 1,
    async remove() {
      for (const child of [service, ...servers]) child.kill()
      removeNamespace(world.name)
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function start(script: string[]): Promise<ChildProcess> {
    const as = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', process.execPath]
    const child = spawn(...inside([...as, ...script]), { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => child.stdout!.once('data', resolve))
    return child
  }
}
