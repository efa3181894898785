// What the setup script of hosts needs to know of this server: who owns its volumes, where they are, and how guests are connected.
import type { HostSetupFacts } from '#control/frame/ports/host.ts'
// oxlint-disable-next-line import/default -- its text, not its exports
import program from '../../packaging/guest-network.mjs?raw'
import filter from '../../packaging/rackwright-guests.nft?raw'
import unit from '../../packaging/rackwright-guests.service?raw'
import type { Options } from '../options.ts'

export const hostSetupFacts = ({ network }: Pick<Options, 'network'>, volumes: string): HostSetupFacts => ({
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  volumes,
  hasNetwork: network !== undefined,
  southbound: network?.southbound,
  guestNetwork: { program, filter, unit },
})
