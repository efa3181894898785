// OVN for one file of tests: the databases and northd, hosts ("chassis") that carry traffic in user space, and one network outside. Each
// is in a namespace of its own, and so are the guests. Not for production code.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Chassis, makeChassis } from './chassis.ts'
import { type Daemon, makeDaemon } from './daemon.ts'
import { makeGuest, type Guest } from './guest.ts'
import {
  command,
  connect,
  folderName,
  makeNamespace,
  type Namespace,
  removeNamespace,
  removeStale,
} from './namespace.ts'

const SCHEMAS = '/usr/share/ovn'
const UNDERLAY = '10.99.0'
const CENTRAL = `${UNDERLAY}.100`
/** Where both chassis have the network outside, as in `physical_network`. */
export const PHYSICAL_NETWORK = 'ext'
export const OUTSIDE_PREFIX = '203.0.113.0/24'
/** The router outside, and the end of every connection to the outside. */
export const OUTSIDE_IP = '203.0.113.1'

export interface Rig {
  /** Remotes of the databases: `unix:<path>`. */
  northbound: string
  southbound: string
  /** The same on TCP, reachable from namespaces of the rig only. */
  northboundTcp: string
  daemons: Record<'northbound' | 'southbound' | 'northd', Daemon>
  /** By name, in the order given. */
  chassis: Map<string, Chassis>
  /** What connects the hosts and the databases. */
  underlay: Namespace
  /** Has OUTSIDE_IP. Give it more addresses with `ip address add ... dev lo`. */
  outside: Guest
  /** A guest on a host. The interface's id is the name of its logical port. */
  plug(chassis: string, nic: { id: string; mac: string }): Promise<Guest>
  /** The guest is gone, as after a stop of a machine. */
  unplug(guest: Guest): Promise<void>
  /** Runs `ovn-nbctl`. */
  nbctl(...args: string[]): Promise<string>
  sbctl(...args: string[]): Promise<string>
  /** Leaves nothing behind. */
  remove(): Promise<void>
}

export async function startRig(names: readonly string[] = ['host-1', 'host-2']): Promise<Rig> {
  removeStale()
  const folder = folderName()
  const namespaces: Namespace[] = []
  const make = async () => {
    const namespace = await makeNamespace()
    namespaces.push(namespace)
    return namespace
  }
  const removeAll = () => {
    for (const { name } of namespaces.splice(0)) removeNamespace(name)
    rmSync(folder, { recursive: true, force: true })
  }
  // also when the tests end without their hooks
  process.once('exit', removeAll)
  try {
    return await start()
  } catch (error) {
    removeAll()
    throw error
  }

  async function start(): Promise<Rig> {
    const underlay = await make()
    await bridge(underlay, 'underlay', `${CENTRAL}/24`)
    const outside = await make()
    await bridge(outside, 'eth0', `${OUTSIDE_IP}/24`)
    const daemons = await startCentral(underlay, join(folder, 'central'))
    const southboundTcp = `tcp:${CENTRAL}:6642`
    const started = await Promise.all(
      names.map(async (name, i) => {
        const namespace = await make()
        await connect([namespace, 'underlay'], [underlay, `host-${i}`])
        await underlay.ip('link', 'set', `host-${i}`, 'master', 'underlay')
        await connect([namespace, 'outside'], [outside, `host-${i}`])
        await outside.ip('link', 'set', `host-${i}`, 'master', 'eth0')
        const ip = `${UNDERLAY}.${i + 1}`
        return [
          name,
          await makeChassis({ name, namespace, ip, southbound: southboundTcp, folder: join(folder, name) }),
        ] as const
      }),
    )
    const chassis = new Map(started)
    const [northbound, southbound] = ['nb', 'sb'].map((one) => `unix:${join(folder, 'central', `${one}.sock`)}`) as [
      string,
      string,
    ]
    return {
      northbound,
      southbound,
      northboundTcp: `tcp:${CENTRAL}:6641`,
      daemons,
      chassis,
      underlay,
      outside: makeGuest(outside, 'outside'),
      async plug(on, nic) {
        const namespace = await make()
        await chassis.get(on)!.plug(namespace, nic)
        return makeGuest(namespace, nic.id)
      },
      async unplug({ namespace, name }) {
        for (const one of chassis.values()) await one.unplug(name)
        removeNamespace(namespace.name)
        namespaces.splice(namespaces.indexOf(namespace), 1)
      },
      nbctl: (...args) => command('ovn-nbctl', [`--db=${northbound}`, '--timeout=20', ...args]),
      sbctl: (...args) => command('ovn-sbctl', [`--db=${southbound}`, '--timeout=20', ...args]),
      async remove() {
        process.removeListener('exit', removeAll)
        removeAll()
      },
    }
  }
}

async function bridge(namespace: Namespace, name: string, address: string): Promise<void> {
  await namespace.ip('link', 'add', name, 'type', 'bridge')
  await namespace.ip('address', 'add', address, 'dev', name)
  await namespace.ip('link', 'set', name, 'up')
  await namespace.run('ethtool', '-K', name, 'tx', 'off', 'gso', 'off', 'tso', 'off')
}

async function startCentral(namespace: Namespace, folder: string): Promise<Rig['daemons']> {
  mkdirSync(folder, { recursive: true })
  const database = async (name: 'nb' | 'sb', port: number) => {
    await command('ovsdb-tool', ['create', join(folder, `${name}.db`), `${SCHEMAS}/ovn-${name}.ovsschema`])
    const remotes = [`--remote=punix:${join(folder, `${name}.sock`)}`, `--remote=ptcp:${port}:${CENTRAL}`]
    return makeDaemon(namespace, folder, name, ['ovsdb-server', join(folder, `${name}.db`), ...remotes])
  }
  const [northbound, southbound] = [await database('nb', 6641), await database('sb', 6642)]
  const sockets = [`--ovnnb-db=unix:${join(folder, 'nb.sock')}`, `--ovnsb-db=unix:${join(folder, 'sb.sock')}`]
  const northd = makeDaemon(namespace, folder, 'northd', ['ovn-northd', ...sockets])
  for (const daemon of [northbound, southbound, northd]) await daemon.start()
  return { northbound, southbound, northd }
}
