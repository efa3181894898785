// One host that carries traffic: Open vSwitch in user space, and OVN's controller. Not for production code.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Daemon, makeDaemon } from './daemon.ts'
import { command, connect, type Namespace } from './namespace.ts'

const SCHEMA = '/usr/share/openvswitch/vswitch.ovsschema'

export interface Chassis {
  name: string
  namespace: Namespace
  /** Where its database listens (`db.sock`), which is /run/openvswitch on a real host. */
  folder: string
  daemons: Record<'database' | 'switch' | 'controller', Daemon>
  /** Gives this namespace a cable (eth0) to the integration bridge. */
  plug(guest: Namespace, nic: { id: string; mac: string }): Promise<void>
  /** Unknown is fine. */
  unplug(interface_id: string): Promise<void>
  /** Pulls or plugs the cables to the other hosts and to the outside. */
  setCables(state: 'up' | 'down'): Promise<void>
  /** Also if its switch has crashed. */
  restartSwitch(): Promise<void>
  /** Runs `ovs-vsctl`. */
  vsctl(...args: string[]): Promise<string>
}

interface ChassisOptions {
  name: string
  /** With cables named `underlay` and `outside`. */
  namespace: Namespace
  /** On the underlay. */
  ip: string
  southbound: string
  folder: string
}

export async function makeChassis({ name, namespace, ip, southbound, folder }: ChassisOptions): Promise<Chassis> {
  mkdirSync(folder, { recursive: true })
  const socket = `unix:${join(folder, 'db.sock')}`
  await command('ovsdb-tool', ['create', join(folder, 'conf.db'), SCHEMA])
  const database = makeDaemon(namespace, folder, 'ovsdb', [
    'ovsdb-server',
    join(folder, 'conf.db'),
    `--remote=p${socket}`,
  ])
  const bare = makeDaemon(namespace, folder, 'ovs-vswitchd', ['ovs-vswitchd', socket])
  const controller = makeDaemon(namespace, folder, 'ovn-controller', ['ovn-controller', socket])
  const vsctl = (...args: string[]) => command('ovs-vsctl', [`--db=${socket}`, '--timeout=20', ...args])
  const bridge = (bridgeName: string, ...more: string[]) =>
    vsctl('--may-exist', 'add-br', bridgeName, '--', 'set', 'bridge', bridgeName, 'datapath_type=netdev', ...more)

  /** A bridge in user space is a device of the switch's process, so its address is gone after a restart. */
  async function addAddress() {
    await namespace.ip('address', 'replace', `${ip}/24`, 'dev', 'br-underlay')
    await namespace.ip('link', 'set', 'br-underlay', 'up')
  }

  async function startSwitch() {
    await bare.start()
    await vsctl('--', 'wait-until', 'Interface', 'br-underlay', 'ofport!=[]')
    await addAddress()
  }

  await database.start()
  await vsctl('--no-wait', 'init')
  const settings = {
    'system-id': name,
    'ovn-remote': southbound,
    'ovn-encap-type': 'geneve',
    'ovn-encap-ip': ip,
    'ovn-bridge-datapath-type': 'netdev',
    'ovn-bridge-mappings': 'ext:br-outside',
    hostname: name,
  }
  const columns = Object.entries(settings).map(([key, value]) => `external_ids:${key}="${value}"`)
  await vsctl('--no-wait', 'set', 'Open_vSwitch', '.', ...columns)
  await bare.start()
  await bridge('br-underlay', '--', '--may-exist', 'add-port', 'br-underlay', 'underlay')
  await bridge('br-outside', '--', '--may-exist', 'add-port', 'br-outside', 'outside')
  await bridge('br-int', 'fail-mode=secure')
  await addAddress()
  await controller.start()
  let plugged = 0
  const ports = new Map<string, string>()

  return {
    name,
    namespace,
    folder,
    vsctl,
    daemons: {
      database,
      switch: { ...bare, start: startSwitch },
      controller,
    },
    async plug(guest, { id, mac }) {
      const port = `port-${++plugged}`
      await connect([namespace, port], [guest, 'eth0'])
      await guest.ip('link', 'set', 'eth0', 'address', mac)
      await vsctl('add-port', 'br-int', port, '--', 'set', 'Interface', port, `external_ids:iface-id="${id}"`)
      ports.set(id, port)
    },
    async unplug(id) {
      const port = ports.get(id)
      if (port) await vsctl('--if-exists', 'del-port', 'br-int', port)
      ports.delete(id)
    },
    async restartSwitch() {
      if (bare.isRunning()) await bare.kill()
      await startSwitch()
    },
    async setCables(state) {
      for (const cable of ['underlay', 'outside']) await namespace.ip('link', 'set', cable, state)
    },
  }
}
