// What the setup script of hosts needs to know of this server: who owns its volumes, where they are, and how guests are connected.
import type { HostSetupFacts } from '#control/frame/ports/host.ts'
// oxlint-disable-next-line import/default -- its text, not its exports
import program from '../../packaging/guest-network.mjs?raw'
import filter from '../../packaging/rackwright-guests.nft?raw'
import unit from '../../packaging/rackwright-guests.service?raw'
import { cephOf } from '../option-readers.ts'
import type { Options } from '../options.ts'

/** For the files of machines on other hosts. It is the home of the user that the script makes. */
export const HOST_FOLDER = '/var/lib/rackwright-host'

export const hostSetupFacts = (
  options: Pick<Options, 'network' | 'volumes' | 'cephConf'>,
  volumes: string,
): HostSetupFacts => ({
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  volumes,
  ceph_conf: cephOf(options)?.conf,
  machines: HOST_FOLDER,
  hasNetwork: options.network !== undefined,
  southbound: options.network?.southbound,
  guestNetwork: { program, filter, unit },
})
