// For tests with hosts on Ceph: two hosts, the place of the control plane and a Ceph, each in a network of its own, and a bridge between
// them. A cable can be cut so that a host loses the control plane and keeps Ceph. Not for production.
import { execFileSync } from 'node:child_process'
import { startTestCluster, type TestCluster } from '#drivers/ceph/testing/cluster.ts'
import type { CephPool } from '#drivers/ceph/tools.ts'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { makeNamespace, type Namespace, removeNamespace, removeStale } from '#drivers/ovn/testing/namespace.ts'

export const HOST_ADDRESSES = ['10.99.0.1', '10.99.0.2']
const CONTROL_ADDRESS = '10.99.0.100'
const CEPH_ADDRESS = '10.99.0.50'
const BRIDGE = 'site'
const CUT = 'cut'

export interface CephSite {
  cluster: TestCluster
  pool: CephPool
  /** In the order of their addresses. */
  daemons: TestDaemon[]
  /** Begins the command line of a program that runs where the control plane is. */
  within: readonly string[]
  /** From now on nothing of the control plane reaches the host. Everything else does. */
  cut(daemon: TestDaemon): void
  join(daemon: TestDaemon): void
  /** Leaves nothing behind. */
  remove(): Promise<void>
}

const run = ([program = '', ...args]: readonly string[]) => execFileSync(program, args, { stdio: 'pipe' })

export async function startCephSite(): Promise<CephSite> {
  removeStale()
  const namespaces: Namespace[] = []
  const daemons: TestDaemon[] = []
  let cluster: TestCluster | undefined

  async function remove() {
    for (const daemon of daemons) await daemon.remove()
    await cluster?.remove()
    for (const { name } of namespaces.splice(0)) removeNamespace(name)
  }
  async function make(): Promise<Namespace> {
    const namespace = await makeNamespace()
    namespaces.push(namespace)
    return namespace
  }

  try {
    const control = await make()
    await control.ip('link', 'add', BRIDGE, 'type', 'bridge')
    await control.ip('address', 'add', `${CONTROL_ADDRESS}/24`, 'dev', BRIDGE)
    await control.ip('link', 'set', BRIDGE, 'up')
    /** `place` is a namespace or a process in it, and `within` begins command lines there. */
    const plug = async (name: string, place: string, within: readonly string[], address: string) => {
      await control.ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'site0', 'netns', place)
      await control.ip('link', 'set', name, 'master', BRIDGE, 'up')
      run([...within, 'ip', 'address', 'add', `${address}/24`, 'dev', 'site0'])
      run([...within, 'ip', 'link', 'set', 'site0', 'up'])
    }
    const storage = await make()
    const withinStorage = ['ip', 'netns', 'exec', storage.name]
    await plug('ceph', storage.name, withinStorage, CEPH_ADDRESS)
    for (const [n, address] of HOST_ADDRESSES.entries()) {
      const daemon = await startTestDaemon()
      daemons.push(daemon)
      await plug(`host-${n}`, String(daemon.pid), daemon.inside([]), address)
    }
    cluster = await startTestCluster({ address: CEPH_ADDRESS, within: withinStorage })
    const nft = (daemon: TestDaemon, ...args: string[]) => run(daemon.inside(['nft', ...args]))
    return {
      cluster,
      pool: await cluster.pool(),
      daemons,
      within: ['ip', 'netns', 'exec', control.name],
      cut(daemon) {
        nft(daemon, 'add', 'table', 'ip', CUT)
        nft(daemon, 'add', 'chain', 'ip', CUT, 'in', '{ type filter hook input priority 0; }')
        nft(daemon, 'add', 'rule', 'ip', CUT, 'in', 'ip', 'saddr', CONTROL_ADDRESS, 'drop')
      },
      join: (daemon) => void nft(daemon, 'delete', 'table', 'ip', CUT),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
